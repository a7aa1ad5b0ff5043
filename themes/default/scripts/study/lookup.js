/**
 * What of the indexes of exams (`bank.json`, `keys.json`) is needed to read a log. Pure.
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
 * @param {...any} banks what `bank.json` of each exam holds
 * @returns {Lookup}
 */
export function lookup(...banks) {
  /** @type {Lookup} */
  const all = { ids: [], revisions: [], choices: [], rules: [], exams: [], places: new Map() };
  /** @type {[string, number][]} */
  const former = [];
  for (const bank of banks) {
    const start = all.ids.length;
    // A question that has an id of its own choosing has it written out in full.
    const full = (/** @type {string} */ slug) => (slug.includes("/") ? slug : `${bank.exam}/${slug}`);
    bank.slug.forEach((/** @type {string} */ slug, /** @type {number} */ index) => {
      all.places.set(full(slug), all.ids.length);
      all.ids.push(full(slug));
      all.revisions.push(bank.revision[index]);
      all.choices.push(bank.choices?.[index] ?? 4);
      all.rules.push(bank.scoring ?? "all-or-nothing");
      all.exams.push(bank.exam);
    });
    for (const [index, ids] of Object.entries(bank.former ?? {})) {
      for (const id of ids) former.push([full(id), start + Number(index)]);
    }
  }
  // An id that is in use again belongs to the question that has it now.
  for (const [id, at] of former) if (!all.places.has(id)) all.places.set(id, at);
  return all;
}

/**
 * @param {...any} files what `keys.json` of each exam holds
 * @returns {Keys}
 */
export const joinKeys = (...files) => Object.assign(Object.create(null), ...files.map((file) => file.keys));
