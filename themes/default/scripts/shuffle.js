/**
 * The order in which choices are shown. Pure, and defined on integers of 32 bits alone, so that a program in another
 * language (a printed form) can arrive at the same order.
 * @module
 */

/**
 * FNV-1a over the UTF-8 bytes of a text.
 * @param {string} text
 * @returns {number} an unsigned integer of 32 bits
 */
function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/**
 * Mulberry32: a small generator that is good enough for a handful of choices. Its first numbers differ well even
 * between seeds that differ by one.
 * @param {number} state
 * @returns {() => number} unsigned integers of 32 bits
 */
function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  };
}

/**
 * @param {string} seed any text
 * @returns {() => number} unsigned integers of 32 bits
 */
export const random = (seed) => generator(hash(seed));

/**
 * Shuffles (Fisher and Yates) all but the pinned choices, which keep their place.
 * @param {readonly string[]} ids choice ids in written order
 * @param {ReadonlySet<string>} pinned
 * @param {string} seed any text; question pages use the page's seed and the question's id, so that several questions
 *   on a page do not all move alike
 * @returns {string[]}
 */
export function shuffle(ids, pinned, seed) {
  const next = random(seed);
  const loose = ids.filter((id) => !pinned.has(id));
  for (let last = loose.length - 1; last > 0; last--) {
    const other = Math.floor((next() / 2 ** 32) * (last + 1));
    [loose[last], loose[other]] = [loose[other], loose[last]];
  }
  return ids.map((id) => (pinned.has(id) ? id : /** @type {string} */ (loose.shift())));
}
