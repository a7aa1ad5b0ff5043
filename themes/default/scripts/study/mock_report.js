/**
 * What a mock exam shows of a learner. Pure.
 * @module
 */

import { score, verdict } from "../scoring.js";

/**
 * What the report must know of a question of the form.
 * @typedef {object} Item
 * @property {string} id
 * @property {string} topic
 * @property {string[]} key choice ids
 * @property {number} shown how many choices it has
 * @property {import("../scoring.js").Rule} rule
 * @property {boolean} fresh whether it was new to the learner when the exam began
 * @property {{ outcome: Outcome, points: number, then: Outcome | null } | null} judged what the log makes of the last
 *   answer today, and what it was worth when it was given; null to judge it by the key
 */

/** @typedef {import("./sittings.js").Sitting} Sitting */
/** @typedef {"right" | "partly" | "wrong" | "unanswered"} Outcome */
/** @typedef {"below" | "near" | "above" | "few"} Standing */

/**
 * @typedef {object} Share
 * @property {number} n questions
 * @property {number} points earned, 0 to n
 * @property {number} right questions that were wholly right
 */

/**
 * @typedef {object} Row one question
 * @property {string} id
 * @property {number} number from 1
 * @property {string} topic
 * @property {Outcome} outcome
 * @property {number} points 0 to 1
 * @property {number} ms
 * @property {boolean} flagged
 * @property {boolean} fresh
 * @property {Outcome | null} then what the answer was worth then, where a corrected key makes it worth something else
 * @property {"to-right" | "to-wrong" | "other" | null} changed how the last answer differs from the first one
 */

/**
 * @typedef {object} Report
 * @property {Share & { percent: number, passed: boolean | null }} total `percent` is rounded down, so that no one
 *   passes by rounding; `passed` is null where there is no pass mark
 * @property {Share} fresh questions that were new
 * @property {Share} seen questions that were seen before
 * @property {(Share & { topic: string, standing: Standing | null, low: number, high: number })[]} topics in the order
 *   given; the interval from 0 to 1
 * @property {{ total: number, median: number, right: number, wrong: number }} time in milliseconds; the latter two are
 *   medians of rightly and of wrongly answered questions
 * @property {{ toRight: number, toWrong: number, other: number }} changed answers
 * @property {Row[]} rows
 */

const none = () => ({ n: 0, points: 0, right: 0 });

/** Below so many questions of a topic nothing can be said of it. */
export const few = 5;

/**
 * Wilson's interval of a share at 95 %.
 * @param {number} points
 * @param {number} n above 0
 * @returns {{ low: number, high: number }}
 */
export function wilson(points, n) {
  const z = 1.959964;
  const p = points / n;
  const scale = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / scale;
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * @param {Share} share
 * @param {number | null} passMark percent
 * @returns {{ standing: Standing | null, low: number, high: number }}
 */
export function standing({ points, n }, passMark) {
  const { low, high } = n ? wilson(points, n) : { low: 0, high: 1 };
  const place = () => {
    if (n < few) return "few";
    if (passMark === null) return null;
    if (high < passMark / 100) return "below";
    return low >= passMark / 100 ? "above" : "near";
  };
  return { standing: place(), low, high };
}

/**
 * @param {number[]} values
 * @returns {number} 0 for none
 */
export function median(values) {
  if (!values.length) return 0;
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {Sitting} sitting
 * @param {Item} item
 * @param {number} index
 * @returns {Row}
 */
function row(sitting, item, index) {
  const { id, topic, fresh, rule, shown } = item;
  const key = new Set(item.key);
  const answer = sitting.answers.get(id);
  /** @param {readonly string[]} chosen */
  const judge = (chosen) => {
    const selected = new Set(chosen);
    if (!selected.size) return { outcome: /** @type {Outcome} */ ("unanswered"), points: 0 };
    // An exam takes the number of selections as it is: too few are what they are.
    const outcome = /** @type {Outcome} */ (verdict(rule, key, selected, shown, null));
    return { outcome, points: score(rule, key, selected, shown) };
  };
  const last = item.judged ?? judge(answer?.chosen ?? []);
  const first = answer?.earlier.find((chosen) => chosen.length > 0);
  /** @type {Row["changed"]} */
  let changed = null;
  if (first && answer) {
    const before = judge(first).outcome === "right";
    const after = last.outcome === "right";
    if (before !== after) changed = after ? "to-right" : "to-wrong";
    else if (!after && first.some((choice) => !answer.chosen.includes(choice))) changed = "other";
  }
  return {
    id,
    number: index + 1,
    topic,
    outcome: last.outcome,
    points: last.points,
    then: item.judged && item.judged.then !== last.outcome ? item.judged.then : null,
    ms: answer?.ms ?? 0,
    flagged: answer?.flagged ?? false,
    fresh,
    changed,
  };
}

/**
 * @param {Iterable<Row>} rows
 * @returns {Share}
 */
function share(rows) {
  const sum = none();
  for (const { points, outcome } of rows) {
    sum.n++;
    sum.points += points;
    if (outcome === "right") sum.right++;
  }
  return sum;
}

/**
 * @param {Sitting} sitting
 * @param {Item[]} items in the order of the form
 * @param {string[]} topics in the order in which they are to be listed
 * @returns {Report}
 */
export function report(sitting, items, topics) {
  const { passMark } = sitting;
  const rows = items.map((item, index) => row(sitting, item, index));
  const total = share(rows);
  // A sum of thirds may fall short of a whole by less than anyone earns.
  const exact = total.n ? (100 * total.points) / total.n + 1e-9 : 0;
  const times = (/** @type {Outcome[]} */ ...outcomes) =>
    median(rows.filter(({ outcome, ms }) => ms > 0 && outcomes.includes(outcome)).map(({ ms }) => ms));
  const changes = (/** @type {Row["changed"]} */ kind) => rows.filter(({ changed }) => changed === kind).length;
  return {
    total: { ...total, percent: Math.floor(exact), passed: passMark === null ? null : exact >= passMark },
    fresh: share(rows.filter(({ fresh }) => fresh)),
    seen: share(rows.filter(({ fresh }) => !fresh)),
    topics: topics
      .map((topic) => ({ topic, ...share(rows.filter((one) => one.topic === topic)) }))
      .filter(({ n }) => n > 0)
      .map((one) => ({ ...one, ...standing(one, passMark) })),
    time: {
      total: rows.reduce((sum, { ms }) => sum + ms, 0),
      median: median(rows.filter(({ ms }) => ms > 0).map(({ ms }) => ms)),
      right: times("right"),
      wrong: times("wrong", "partly"),
    },
    changed: { toRight: changes("to-right"), toWrong: changes("to-wrong"), other: changes("other") },
    rows,
  };
}
