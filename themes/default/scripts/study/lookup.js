/**
 * What of the indexes of exams (`bank.json`, `keys.json`) is needed to read a log; `lookupOf` in bank.js makes it of one
 * exam. Pure.
 * @module
 */

/** @typedef {import("../scoring.js").Rule} Rule */

/**
 * @typedef {object} Lookup
 * @property {string[]} ids of the questions in bank order; of several banks one after the other
 * @property {string[]} revisions
 * @property {number[]} choices how many each has
 * @property {Rule[]} rules by which each is scored
 * @property {string[]} exams
 * @property {Map<string, number>} places today's and former ids, to a place in `ids`
 */

/** @typedef {{ choices: string[], key: string[] }} Key choice ids in written order, and those that are right */
/** @typedef {Readonly<Record<string, Key>>} Keys by question id */

/**
 * @param {readonly Lookup[]} lookups of single exams
 * @returns {Lookup} of all of them
 */
export function join(lookups) {
  /** @type {Map<string, number>} */
  const places = new Map();
  /** @type {[string, number][]} */
  const former = [];
  let start = 0;
  for (const lookup of lookups) {
    for (const [id, at] of lookup.places) {
      if (lookup.ids[at] === id) places.set(id, start + at);
      else former.push([id, start + at]);
    }
    start += lookup.ids.length;
  }
  // An id that is in use again belongs to the question that has it now.
  for (const [id, at] of former) if (!places.has(id)) places.set(id, at);
  return {
    ids: lookups.flatMap((it) => it.ids),
    revisions: lookups.flatMap((it) => it.revisions),
    choices: lookups.flatMap((it) => it.choices),
    rules: lookups.flatMap((it) => it.rules),
    exams: lookups.flatMap((it) => it.exams),
    places,
  };
}

/**
 * @param {...any} files what `keys.json` of each exam holds
 * @returns {Keys}
 */
export const joinKeys = (...files) => Object.assign(Object.create(null), ...files.map((file) => file.keys));
