/**
 * The index of an exam (`bank.json`) as a program reads it: its columns put together to one entry per question. Pure.
 * @module
 */

/**
 * @typedef {object} Entry
 * @property {number} index place in the bank
 * @property {string} id
 * @property {string} slug a short name, alone in the exam
 * @property {string} url
 * @property {number} topic index into the exam's topics
 * @property {number} objective index into the topic's objectives, -1 for none
 * @property {"easy" | "medium" | "hard" | ""} difficulty
 * @property {string} type
 * @property {number[]} tags indexes into the exam's tags
 * @property {string} revision
 * @property {number} choices
 * @property {number} keys how many choices are right
 * @property {number} group questions of one group never stand in the same form; -1 for none
 * @property {number} scenario questions of one scenario stand together; -1 for none
 * @property {import("../scoring.js").Rule} scoring
 * @property {string[]} former ids it had earlier
 */

/** @typedef {{ id: string, title: string }} Objective */
/** @typedef {{ id: string, title: string, weight: number, url: string, objectives: Objective[] }} Topic */

/**
 * @typedef {object} Bank
 * @property {string} exam
 * @property {string} title
 * @property {string} code
 * @property {string} url
 * @property {number | null} passMark percent
 * @property {{ questions: number, minutes: number } | null} mock
 * @property {string} scoring
 * @property {Topic[]} topics
 * @property {string[]} tags
 * @property {string[]} types
 * @property {Entry[]} entries in the order of the bank
 * @property {ReadonlyMap<string, Entry>} byId
 */

/**
 * Most ids are the exam's and one more part, which then stands alone; another is there as a whole, after a slash if it
 * has none.
 * @param {string} exam
 * @param {string} slug
 */
function idOf(exam, slug) {
  if (slug.startsWith("/")) return slug.slice(1);
  return slug.includes("/") ? slug : `${exam}/${slug}`;
}

const difficulties = /** @type {const} */ (["easy", "medium", "hard"]);

/**
 * @param {any} file what `bank.json` holds
 * @param {any[]} [parts] what the files hold that it names, in their order
 * @returns {Bank}
 */
export function readBank(file, parts = []) {
  const pieces = parts.length ? parts : [file];
  /** @type {string[]} */
  const slugs = pieces.flatMap(({ slug }) => slug ?? []);
  /**
   * @template T
   * @param {string} name
   * @param {T} usual what a column that was left out holds throughout
   * @returns {(index: number) => T}
   */
  const column = (name, usual) => {
    const values = pieces.flatMap((piece) => piece[name] ?? (piece.slug ?? []).map(() => usual));
    return (index) => values[index];
  };
  /** @type {(name: string) => Record<string, any>} */
  const sparse = (name) => Object.assign({}, ...pieces.map((piece) => piece[name] ?? {}));
  const urls = sparse("urls");
  const scorings = sparse("scorings");
  const former = sparse("former");
  const topic = column("topic", 0);
  const objective = column("objective", -1);
  const difficulty = column("difficulty", -1);
  const type = column("type", 0);
  const tagged = column("tagged", /** @type {number[]} */ ([]));
  const revision = column("revision", "");
  const choices = column("choices", 4);
  const keys = column("keys", 1);
  const group = column("group", -1);
  const scenario = column("scenario", -1);

  const entries = slugs.map((slug, index) => {
    const at = topic(index);
    return /** @type {Entry} */ ({
      index,
      id: idOf(file.exam, slug),
      slug,
      url: urls[index] ?? `${file.topics[at]?.url ?? file.url}${slug}/`,
      topic: at,
      objective: objective(index),
      difficulty: difficulties[difficulty(index)] ?? "",
      type: file.types?.[type(index)] ?? "single",
      tags: tagged(index),
      revision: revision(index),
      choices: choices(index),
      keys: keys(index),
      group: group(index),
      scenario: scenario(index),
      scoring: scorings[index] ?? file.scoring ?? "all-or-nothing",
      former: former[index] ?? [],
    });
  });
  return {
    exam: file.exam,
    title: file.title,
    code: file.code ?? "",
    url: file.url,
    passMark: file.passMark ?? null,
    mock: file.mock ?? null,
    scoring: file.scoring ?? "all-or-nothing",
    topics: file.topics,
    tags: file.tags ?? [],
    types: file.types ?? ["single"],
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
  };
}

/**
 * @param {Bank} bank
 * @returns {import("./lookup.js").Lookup} what is needed of it to read a log
 */
export function lookupOf({ exam, entries }) {
  const places = new Map(entries.map(({ id, index }) => [id, index]));
  // An id that is in use again belongs to the question that has it now.
  for (const { former, index } of entries) for (const id of former) if (!places.has(id)) places.set(id, index);
  return {
    ids: entries.map(({ id }) => id),
    revisions: entries.map(({ revision }) => revision),
    choices: entries.map(({ choices }) => choices),
    rules: entries.map(({ scoring }) => scoring),
    exams: entries.map(() => exam),
    places,
  };
}
