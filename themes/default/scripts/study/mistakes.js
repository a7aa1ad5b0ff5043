/**
 * What to look at again: hard questions, luck, misplaced certainty, and choices that are taken for one another. Pure.
 * @module
 */

import { isAnswer, share } from "./statistics.js";

/** @typedef {import("./state.js").StudyAttempt} StudyAttempt */
/** @typedef {import("./lookup.js").Keys} Keys */
/** @typedef {import("./bank.js").Bank} Bank */

/** One answer says nothing of how hard a question is. */
const enough = 2;

/**
 * The questions that went wrong most, of those with at least two answers and a wrong one.
 * @param {readonly import("./statistics.js").QuestionRecord[]} questions by place in the bank
 * @param {number} limit
 * @returns {{ at: number, n: number, right: number }[]} hardest first
 */
export function hardest(questions, limit) {
  // Drawn towards one half by two answers' worth: none of five is harder than none of two.
  const ease = (/** @type {{ n: number, right: number }} */ { n, right }) => (right + 1) / (n + 2);
  return questions
    .map(({ n, right }, at) => ({ at, n, right }))
    .filter(({ n, right }) => n >= enough && right < n)
    .sort((one, other) => ease(one) - ease(other) || one.at - other.at)
    .slice(0, limit);
}

/**
 * @typedef {object} Certainty
 * @property {Record<import("./events.js").Confidence, import("./statistics.js").Share>} by how often each was right
 * @property {{ at: number, time: number }[]} lucky questions whose latest answer was a guess that was right; newest first
 * @property {{ at: number, time: number }[]} errors questions whose latest answer was sure, and not right; newest first
 */

/**
 * @param {readonly StudyAttempt[]} attempts by time
 * @param {readonly import("./statistics.js").QuestionRecord[]} questions by place in the bank
 * @returns {Certainty}
 */
export function certainty(attempts, questions) {
  const sums = { guess: { n: 0, right: 0 }, unsure: { n: 0, right: 0 }, sure: { n: 0, right: 0 } };
  for (const attempt of attempts) {
    if (attempt.at < 0 || !attempt.confidence || !isAnswer(attempt)) continue;
    const sum = sums[attempt.confidence];
    sum.n++;
    if (attempt.verdict === "right") sum.right++;
  }
  /** @type {Certainty} */
  const found = {
    by: {
      guess: share(sums.guess.right, sums.guess.n),
      unsure: share(sums.unsure.right, sums.unsure.n),
      sure: share(sums.sure.right, sums.sure.n),
    },
    lucky: [],
    errors: [],
  };
  questions.forEach(({ latest }, at) => {
    if (!latest) return;
    const right = latest.verdict === "right";
    if (right && latest.confidence === "guess") found.lucky.push({ at, time: latest.time });
    if (!right && latest.confidence === "sure") found.errors.push({ at, time: latest.time });
  });
  for (const list of [found.lucky, found.errors]) list.sort((one, other) => other.time - one.time || one.at - other.at);
  return found;
}

/**
 * @typedef {object} Confusion
 * @property {number} at place of the question
 * @property {string} choice id of the wrong choice
 * @property {number} times it was chosen
 * @property {number} n answers to the question
 */

/**
 * Wrong choices that were chosen more than once, in answers to the questions as they are today.
 *
 * What is wrong is known from the keys, if they are given; else from a right answer of the learner's own; else, where
 * one choice is to be selected, from the answer being wrong. Where none of it tells, nothing is claimed.
 * @param {readonly StudyAttempt[]} attempts
 * @param {Bank} bank
 * @param {Keys | null} keys
 * @param {number} limit
 * @returns {Confusion[]} most frequent first
 */
export function confusions(attempts, { entries }, keys, limit) {
  /** @type {Map<number, { n: number, wrong: Map<string, number>, key: ReadonlySet<string> | null }>} */
  const sums = new Map();
  for (const { at, verdict, chosen, changed } of attempts) {
    // Choices of another text may be called the same and be others; under another key, only the keys tell what is right.
    if (at < 0 || verdict === "revealed" || changed === "content" || (changed && !keys)) continue;
    let sum = sums.get(at);
    if (!sum) {
      const key = keys?.[entries[at].id]?.key;
      sums.set(at, (sum = { n: 0, wrong: new Map(), key: key ? new Set(key) : null }));
    }
    sum.n++;
    if (verdict === "right") sum.key ??= new Set(chosen);
    else for (const choice of chosen) sum.wrong.set(choice, (sum.wrong.get(choice) ?? 0) + 1);
  }
  /** @type {Confusion[]} */
  const found = [];
  for (const [at, { n, wrong, key }] of sums) {
    if (!key && entries[at].keys !== 1) continue;
    for (const [choice, times] of wrong) if (times > 1 && !key?.has(choice)) found.push({ at, choice, times, n });
  }
  return found
    .sort((one, other) => other.times - one.times || one.at - other.at || (one.choice < other.choice ? -1 : 1))
    .slice(0, limit);
}
