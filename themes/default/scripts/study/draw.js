/**
 * How a form of a mock exam is drawn: the same as `src/draw/form.rs`, and by the same vectors (`tests/forms.json`).
 * `docs/study.md` says it in words. Pure.
 * @module
 */

import { apportion } from "./apportion.js";
import { hex, sha256 } from "./sha256.js";

/**
 * A question that may be drawn; entries of the index are such.
 * @typedef {object} Candidate
 * @property {string} id
 * @property {number} topic
 * @property {number} group a form takes one of a group at most; -1 for none
 * @property {number} scenario its questions stay together; -1 for none
 */

/**
 * @typedef {object} Pool
 * @property {readonly Candidate[]} candidates in the bank's order
 * @property {readonly number[]} weights of the topics, in thousandths
 * @property {number} size questions of a form
 */

/**
 * A topic that got fewer questions than its share.
 * @typedef {{ topic: number, wanted: number, drawn: number }} Short
 */

/**
 * @typedef {object} Form
 * @property {string} seed
 * @property {string[]} ids in the order of the form
 * @property {number[]} counts questions of each topic
 * @property {Short[]} short
 * @property {number} repeated questions that an earlier form has, or that were seen
 */

/** @typedef {{ members: Candidate[], rank: number, key: string, id: string }} Block */

/**
 * The first 8 bytes of SHA-256 over `studyhall/form/1`, NUL, the seed, NUL, the id; as hexadecimal digits, which
 * compare as the bytes do.
 * @param {string} seed
 * @param {string} id
 */
function key(seed, id) {
  return hex(sha256(`studyhall/form/1\0${seed}\0${id}`).subarray(0, 8));
}

/** @param {{ key: string, id: string }} a @param {{ key: string, id: string }} b */
function byKey(a, b) {
  const [left, right] = a.key === b.key ? [a.id, b.id] : [a.key, b.key];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Questions that are drawn together, a scenario's or one, in the order in which they are looked at.
 * @param {Pool} pool
 * @param {string} seed
 * @param {(id: string) => number} rank
 * @returns {Block[]}
 */
function blocksOf(pool, seed, rank) {
  /** @type {Map<number, Block>} */
  const scenarios = new Map();
  /** @type {Block[]} */
  const blocks = [];
  for (const it of pool.candidates) {
    const own = { members: [it], rank: rank(it.id), key: key(seed, it.id), id: it.id };
    const begun = scenarios.get(it.scenario);
    if (begun) {
      begun.members.push(it);
      begun.rank = Math.max(begun.rank, own.rank);
      if (byKey(own, begun) < 0) [begun.key, begun.id] = [own.key, own.id];
      continue;
    }
    if (it.scenario >= 0) scenarios.set(it.scenario, own);
    blocks.push(own);
  }
  return blocks.sort((a, b) => a.rank - b.rank || byKey(a, b));
}

/**
 * Draws a form. Of two questions the one of the lower rank is preferred, whatever its key.
 * @param {Pool} pool
 * @param {string} seed
 * @param {(id: string) => number} rank
 * @returns {Form}
 */
export function draw(pool, seed, rank) {
  return pick(pool, seed, blocksOf(pool, seed, rank));
}

/**
 * @param {Pool} pool
 * @param {string} seed
 * @param {readonly Block[]} blocks in the order in which they are looked at
 * @returns {Form}
 */
function pick(pool, seed, blocks) {
  const wanted = apportion(pool.weights, pool.size);
  const counts = pool.weights.map(() => 0);
  /** @type {Set<number>} */
  const groups = new Set();
  /** @type {Set<Block>} */
  const taken = new Set();
  const drawn = () => counts.reduce((sum, count) => sum + count, 0);

  /** @param {Block} block */
  const isFree = (block) => {
    const own = block.members.map((it) => it.group).filter((group) => group >= 0);
    return !taken.has(block) && new Set(own).size === own.length && !own.some((group) => groups.has(group));
  };
  /** @param {Block} block @param {number[]} seats */
  const take = (block, seats) => {
    const needs = (/** @type {number} */ topic) => block.members.filter((it) => it.topic === topic).length;
    if (!block.members.every((it) => needs(it.topic) <= seats[it.topic]) || !isFree(block)) return;
    taken.add(block);
    for (const it of block.members) {
      seats[it.topic]--;
      counts[it.topic]++;
      if (it.group >= 0) groups.add(it.group);
    }
  };

  let seats = [...wanted];
  for (;;) {
    const before = drawn();
    for (const block of blocks) take(block, seats);
    const left = pool.size - drawn();
    if (left === 0 || drawn() === before) break;
    // What a short topic leaves is shared out among those that have something left.
    const open = new Set(blocks.filter(isFree).flatMap((block) => block.members.map((it) => it.topic)));
    seats = apportion(
      pool.weights.map((weight, topic) => (open.has(topic) ? weight : 0)),
      left,
    );
  }
  const inOrder = [...taken].sort(byKey);
  return {
    seed,
    ids: inOrder.flatMap((block) => block.members.map((it) => it.id)),
    counts,
    short: wanted.flatMap((want, topic) =>
      counts[topic] < want ? [{ topic, wanted: want, drawn: counts[topic] }] : [],
    ),
    repeated: 0,
  };
}

/**
 * Draws forms 1 to n of an exam: each prefers what fewer forms before it have, so they share nothing as long as the
 * bank allows it.
 * @param {Pool} pool
 * @param {string} exam its id
 * @param {number} n
 * @returns {Form[]}
 */
export function numbered(pool, exam, n) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  return Array.from({ length: n }, (_, at) => {
    const form = draw(pool, `${exam}/${at + 1}`, (id) => uses.get(id) ?? 0);
    form.repeated = form.ids.filter((id) => uses.has(id)).length;
    for (const id of form.ids) uses.set(id, (uses.get(id) ?? 0) + 1);
    return form;
  });
}

/**
 * How many of the first forms share no question with an earlier one.
 * @param {readonly Form[]} forms
 */
export function disjoint(forms) {
  const first = forms.findIndex((form) => form.repeated > 0);
  return first < 0 ? forms.length : first;
}

/**
 * Draws a form that prefers what the learner has not seen.
 * @param {Pool} pool
 * @param {string} seed
 * @param {ReadonlySet<string>} seen
 * @returns {Form}
 */
export function fresh(pool, seed, seen) {
  const form = draw(pool, seed, (id) => (seen.has(id) ? 1 : 0));
  form.repeated = form.ids.filter((id) => seen.has(id)).length;
  return form;
}

/**
 * The unseen questions that practice and Today leave for mock exams: those of two forms, drawn by the blueprint. What
 * is kept stays kept while others are seen, for each topic keeps the first of its unseen ones.
 * @param {Pool} pool
 * @param {string} exam its id
 * @param {ReadonlySet<string>} seen
 * @param {number} [forms]
 * @returns {Set<string>}
 */
export function reserve(pool, exam, seen, forms = 2) {
  const candidates = pool.candidates.filter((it) => !seen.has(it.id));
  const seed = `${exam}/reserve`;
  const blocks = blocksOf({ ...pool, candidates }, seed, () => 0);
  /** @type {Set<string>} */
  const kept = new Set();
  for (let at = 1; at <= forms; at++) {
    const left = blocks.filter((block) => !block.members.some((it) => kept.has(it.id)));
    for (const id of pick(pool, seed, left).ids) kept.add(id);
  }
  return kept;
}

/**
 * What forms of an exam are drawn from.
 * @param {{ entries: readonly Candidate[], topics: readonly { weight: number }[], mock: { questions: number } | null }} bank
 * @returns {Pool}
 */
export function poolOf(bank) {
  const size = bank.mock?.questions ?? Math.min(bank.entries.length, 60);
  return { candidates: bank.entries, weights: bank.topics.map((topic) => topic.weight), size };
}
