/**
 * How likely a mock exam, drawn by the blueprint today from questions not seen before, would be passed.
 * `docs/readiness.md` says it in words and formulas, and how well it holds. Pure, and without chance: the same answers
 * give the same result.
 * @module
 */

import { apportion } from "./apportion.js";
import { fit } from "./ability.js";
import { points } from "./points.js";

/** @typedef {import("./bank.js").Bank} Bank */
/** @typedef {import("./review.js").Attempt} Attempt */
/** @typedef {import("./review.js").DayOf} DayOf */

/** After so many days an answer is worth half. */
const HALF_LIFE = 40;
/** An answer to a question seen before counts only after so many days without it, and then so much. */
const FORGOTTEN = 30;
const AGAIN = 0.5;
/** So many answers each topic must have before anything is said. */
const ENOUGH = 2;
/** Where a bank names no pass mark. */
const PASS_MARK = 70;

/**
 * @typedef {object} TopicReadiness
 * @property {number} score expected share of right answers, 0 to 1
 * @property {number} evidence what its answers are worth, in first answers of today
 * @property {number} answers that count
 */

/**
 * @typedef {object} Readiness
 * @property {number | null} probability of passing; null for "not enough data"
 * @property {number} score expected in the mock exam, 0 to 1
 * @property {number} low 90 % interval of the score that would come out on average of many such mock exams, 0 to 1
 * @property {number} high
 * @property {number} evidence what all answers are worth, in first answers of today
 * @property {number} answers that count
 * @property {number} unseen questions that are left as evidence
 * @property {number[]} missing topics (by place) that need answers before anything can be said
 * @property {TopicReadiness[]} topics
 */

/**
 * The chance of finding the right choices blindly, where their number is told.
 * @param {{ choices: number, keys: number }} entry
 */
export function guessRate({ choices, keys }) {
  let ways = 1;
  for (let at = 1; at <= keys; at++) ways = (ways * (choices - keys + at)) / at;
  return choices > 0 && keys > 0 && keys <= choices ? 1 / ways : 0;
}

/**
 * What answers tell about ability: first ones, and later ones after a long time. What was only looked at tells nothing.
 * @param {Bank} bank
 * @param {readonly Attempt[]} attempts by time
 * @param {number} today
 * @param {DayOf} dayOf
 * @returns {import("./ability.js").Answer[]}
 */
export function evidenceOf(bank, attempts, today, dayOf) {
  /** @type {Map<string, number>} */
  const last = new Map();
  const answers = [];
  for (const attempt of attempts) {
    const entry = bank.byId.get(attempt.question);
    if (!entry) continue;
    const day = dayOf(attempt);
    const before = last.get(attempt.question);
    last.set(attempt.question, day);
    if (attempt.verdict === "revealed" || day > today) continue;
    if (before !== undefined && day - before < FORGOTTEN) continue;
    const weight = (before === undefined ? 1 : AGAIN) * 0.5 ** ((today - day) / HALF_LIFE);
    answers.push({ topic: entry.topic, score: attempt.score, guess: guessRate(entry), weight, age: today - day });
  }
  return answers;
}

/**
 * @param {object} asked
 * @param {Bank} asked.bank
 * @param {readonly Attempt[]} asked.attempts by time
 * @param {number} asked.today
 * @param {DayOf} asked.dayOf
 * @returns {Readiness}
 */
export function readiness({ bank, attempts, today, dayOf }) {
  const size = bank.mock?.questions ?? Math.min(bank.entries.length, 60);
  const counts = bank.topics.map(() => 0);
  const guesses = bank.topics.map(() => 0);
  for (const entry of bank.entries) {
    counts[entry.topic]++;
    guesses[entry.topic] += guessRate(entry);
  }
  // A topic without questions cannot be drawn; the others get its seats.
  const weights = bank.topics.map(({ weight }, topic) => (counts[topic] ? weight : 0));
  const seats = apportion(weights, size);
  const guess = guesses.map((sum, topic) => (counts[topic] ? sum / counts[topic] : 0));

  const answers = evidenceOf(bank, attempts, today, dayOf);
  const ability = fit(answers, bank.topics.length);
  const scores = scoresOf(ability, guess);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const wholes = scores.map((score) => score.reduce((sum, it, topic) => sum + (it * weights[topic]) / total, 0));
  const sorted = [...wholes].sort((a, b) => a - b);
  const needed = Math.ceil((size * (bank.passMark ?? PASS_MARK)) / 100 - 1e-9);
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  const topics = bank.topics.map((_, topic) => {
    const own = answers.filter((it) => it.topic === topic);
    const evidence = own.reduce((sum, it) => sum + it.weight, 0);
    return { score: mean(scores.map((score) => score[topic])), evidence, answers: own.length };
  });
  const missing = topics.flatMap((it, topic) =>
    weights[topic] > 0 && it.answers < Math.min(ENOUGH, counts[topic]) ? [topic] : [],
  );
  const seen = new Set(attempts.map(({ question }) => question));
  return {
    probability: missing.length || size === 0 ? null : mean(scores.map((score) => passing(score, seats, needed))),
    score: mean(wholes),
    low: quantile(sorted, 0.05),
    high: quantile(sorted, 0.95),
    evidence: topics.reduce((sum, it) => sum + it.evidence, 0),
    answers: answers.length,
    unseen: bank.entries.filter(({ id }) => !seen.has(id)).length,
    missing,
    topics,
  };
}

/**
 * What learners of such ability may score in each topic: fixed points that stand for all that the answers leave open.
 * @param {import("./ability.js").Ability} ability
 * @param {readonly number[]} guess
 * @returns {number[][]}
 */
function scoresOf({ mean, root }, guess) {
  return points(mean.length).map((point) =>
    mean.map((centre, topic) => {
      let value = centre;
      for (let at = 0; at <= topic; at++) value += root[topic][at] * point[at];
      return guess[topic] + (1 - guess[topic]) / (1 + Math.exp(-value));
    }),
  );
}

/**
 * The probability of at least so many right answers, each by the chance of its topic.
 * @param {readonly number[]} scores by topic
 * @param {readonly number[]} seats by topic
 * @param {number} needed
 */
export function passing(scores, seats, needed) {
  const chances = [1];
  seats.forEach((count, topic) => {
    const p = scores[topic];
    for (let seat = 0; seat < count; seat++) {
      chances.push(0);
      for (let right = chances.length - 1; right > 0; right--) {
        chances[right] = chances[right] * (1 - p) + chances[right - 1] * p;
      }
      chances[0] *= 1 - p;
    }
  });
  let sum = 0;
  for (let right = Math.max(needed, 0); right < chances.length; right++) sum += chances[right];
  return sum;
}

/** @param {readonly number[]} sorted @param {number} share */
function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/**
 * @typedef {object} Gain
 * @property {number} topic
 * @property {number} open questions that are new, or were not right the last time
 * @property {number} gain share of the exam that an hour can add at most, 0 to 1
 */

/**
 * The topics where an hour gains most. An hour has time for some of a topic's open questions; they stand for their part
 * of it, and learning them closes that part of what the topic lacks.
 * @param {Bank} bank
 * @param {Readiness} readiness
 * @param {ReadonlyMap<string, import("./review.js").Card>} cards
 * @param {number} ms of an answer
 * @returns {Gain[]} largest first, those that gain nothing left out
 */
export function gains(bank, { topics }, cards, ms) {
  const counts = bank.topics.map(() => 0);
  const open = bank.topics.map(() => 0);
  for (const { id, topic } of bank.entries) {
    counts[topic]++;
    if ((cards.get(id)?.grade ?? 1) === 1) open[topic]++;
  }
  const total = bank.topics.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return bank.topics
    .map(({ weight }, topic) => {
      const part = counts[topic] ? Math.min(3_600_000 / ms, open[topic]) / counts[topic] : 0;
      return { topic, open: open[topic], gain: (weight / total) * (1 - topics[topic].score) * part };
    })
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => other.gain - one.gain || one.topic - other.topic);
}
