/**
 * When to ask again: FSRS-6 with its published parameters, in whole days and without steps of minutes (a question is
 * not asked again within the day just because it is new). Pure.
 *
 * Stability is the number of days after which it is remembered in nine of ten cases; difficulty goes from 1 to 10. As
 * in the reference implementation values are kept to eight decimals.
 * @module
 */

/** @typedef {1 | 2 | 3 | 4} Grade Again, Hard, Good, Easy */
/** @typedef {{ stability: number, difficulty: number }} Memory */

const w = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
  0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/** The longest interval, in days. */
const LONGEST = 36500;
const SHORTEST = 0.001;

const round = (/** @type {number} */ value) => Math.round(value * 1e8) / 1e8;
const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
  Math.min(Math.max(value, low), high);

const decay = -w[20];
const factor = round(0.9 ** (1 / decay) - 1);

/**
 * How likely it is remembered after some days.
 * @param {number} days
 * @param {number} stability
 */
export const recall = (days, stability) => round((1 + (factor * days) / stability) ** decay);

/**
 * Days until the recall has fallen to `retention`.
 * @param {number} stability
 * @param {number} [retention]
 */
export const interval = (stability, retention = 0.9) =>
  clamp(Math.round(stability * round((retention ** (1 / decay) - 1) / factor)), 1, LONGEST);

/** @param {Grade} grade */
const firstDifficulty = (grade) => round(w[4] - Math.exp(w[5] * (grade - 1)) + 1);

/**
 * @param {Grade} grade of the first answer
 * @returns {Memory}
 */
export const begin = (grade) => ({
  stability: Math.max(w[grade - 1], 0.1),
  difficulty: clamp(firstDifficulty(grade), 1, 10),
});

/** @param {number} difficulty @param {Grade} grade */
function nextDifficulty(difficulty, grade) {
  const change = round((-w[6] * (grade - 3) * (10 - difficulty)) / 9);
  // The easiest start, not clamped, draws every difficulty towards itself.
  return clamp(round(w[7] * firstDifficulty(4) + (1 - w[7]) * (difficulty + change)), 1, 10);
}

/**
 * @param {Memory} memory
 * @param {number} days since the answer before; 0 for the same day
 * @param {Grade} grade
 */
function nextStability({ stability: s, difficulty: d }, days, grade) {
  if (days === 0) {
    const grown = s ** -w[19] * Math.exp(w[17] * (grade - 3 + w[18]));
    return round(clamp(s * (grade > 1 ? Math.max(grown, 1) : grown), SHORTEST, LONGEST));
  }
  const lost = 1 - recall(days, s);
  if (grade === 1) {
    const forgot = w[11] * d ** -w[12] * ((s + 1) ** w[13] - 1) * Math.exp(lost * w[14]);
    return Math.min(Math.max(round(s / Math.exp(w[17] * w[18])), SHORTEST), round(clamp(forgot, SHORTEST, LONGEST)));
  }
  const bonus = grade === 2 ? w[15] : grade === 4 ? w[16] : 1;
  const grown = 1 + Math.exp(w[8]) * (11 - d) * s ** -w[9] * (Math.exp(lost * w[10]) - 1) * bonus;
  return round(clamp(s * grown, SHORTEST, LONGEST));
}

/**
 * What an answer makes of a memory.
 * @param {Memory} memory
 * @param {number} days since the answer before; 0 for the same day
 * @param {Grade} grade
 * @returns {Memory}
 */
export const next = (memory, days, grade) => ({
  stability: nextStability(memory, days, grade),
  difficulty: nextDifficulty(memory.difficulty, grade),
});

/**
 * An answer, and the days until the next one. Of one memory a better grade never comes back sooner.
 * @param {Memory | null} memory null before the first answer
 * @param {number} days since the answer before
 * @param {Grade} grade
 * @returns {{ memory: Memory, interval: number }}
 */
export function answer(memory, days, grade) {
  if (!memory) {
    const first = begin(grade);
    return { memory: first, interval: interval(first.stability) };
  }
  const after = next(memory, days, grade);
  const wait = (/** @type {Grade} */ other) => interval(nextStability(memory, days, other));
  if (grade === 1) return { memory: after, interval: interval(after.stability) };
  const hard = Math.min(wait(2), wait(3));
  const good = Math.max(wait(3), hard + 1);
  const waits = { 2: hard, 3: good, 4: Math.max(wait(4), good + 1) };
  return { memory: after, interval: waits[grade] };
}
