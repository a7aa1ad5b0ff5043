/**
 * From an answer to a grade of FSRS. Pure.
 * @module
 */

/** @typedef {import("./fsrs.js").Grade} Grade */

/**
 * What of an answer decides its grade.
 * @typedef {object} Graded
 * @property {"right" | "partly" | "wrong" | "revealed"} verdict of today
 * @property {number} ms
 * @property {"guess" | "unsure" | "sure" | null} confidence
 * @property {number} hints
 */

/**
 * Wrong, partly right or only looked at is Again; right with doubt, with a hint or slowly is Hard; right is Good. Easy
 * is for learners alone to say.
 * @param {Graded} attempt
 * @param {number | null} median of the learner's own times for questions of that length; null if too few are known
 * @param {number} [own] the learner's own rating, which outranks all
 * @returns {Grade}
 */
export function gradeOf({ verdict, ms, confidence, hints }, median, own) {
  if (own === 1 || own === 2 || own === 3 || own === 4) return own;
  if (verdict !== "right") return 1;
  const slow = median !== null && ms > 2 * median;
  return confidence === "guess" || confidence === "unsure" || hints > 0 || slow ? 2 : 3;
}

/** So many answers a median needs. */
const ENOUGH = 8;
/** So many it looks back: pace changes, and a long log must not slow down. */
const WINDOW = 200;

/**
 * Questions of one length: the index knows how many choices there are to weigh, and whether several are to be found.
 * @param {{ choices: number, keys: number }} entry
 */
export const lengthOf = ({ choices, keys }) => `${keys > 1 ? "several" : "one"} of ${choices}`;

/**
 * The learner's own times, as they come in. An answer is compared to those before it, so that a grade once given stays.
 */
export class Times {
  /** @type {Map<string, { queue: number[], sorted: number[] }>} */
  #lists = new Map();

  /** @param {string} length */
  #list(length) {
    let list = this.#lists.get(length);
    if (!list) this.#lists.set(length, (list = { queue: [], sorted: [] }));
    return list;
  }

  /**
   * @param {string} length
   * @param {number} ms
   */
  add(length, ms) {
    // A time of nothing was not measured.
    if (!(ms > 0)) return;
    for (const { queue, sorted } of [this.#list(length), this.#list("")]) {
      if (queue.length === WINDOW) sorted.splice(place(sorted, /** @type {number} */ (queue.shift())), 1);
      queue.push(ms);
      sorted.splice(place(sorted, ms), 0, ms);
    }
  }

  /**
   * @param {string} length
   * @returns {number | null} null as long as there are too few
   */
  median(length) {
    const { sorted } = this.#list(length);
    if (sorted.length < ENOUGH) return null;
    return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  }

  /** The median over all lengths. */
  overall() {
    return this.median("");
  }
}

/**
 * @param {readonly number[]} sorted
 * @param {number} value
 * @returns {number} place of the first that is not smaller
 */
function place(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
