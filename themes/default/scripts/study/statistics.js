/**
 * What a learner's answers show, by topic, difficulty and type. Pure.
 *
 * A share always comes with its `n`, and with `few` where that is too small to say anything. Answers that were only
 * looked up are no answers: they count as seen, and nowhere else.
 * @module
 */

import { few, median, wilson } from "./mock_report.js";

/** @typedef {import("./state.js").StudyAttempt} StudyAttempt */
/** @typedef {import("./bank.js").Bank} Bank */

/**
 * @typedef {object} Share
 * @property {number} n answers, or questions that were answered
 * @property {number} right those wholly right
 * @property {boolean} few whether `n` is too small to say anything
 * @property {number} low Wilson's interval at 95 %, from 0 to 1; all of it where there is nothing
 * @property {number} high
 */

/**
 * @param {number} right
 * @param {number} n
 * @returns {Share}
 */
export function share(right, n) {
  return { n, right, few: n < few, ...(n ? wilson(right, n) : { low: 0, high: 1 }) };
}

/** @type {(attempt: StudyAttempt) => boolean} */
export const isAnswer = ({ verdict }) => verdict !== "revealed";

/**
 * What is known of one question.
 * @typedef {object} QuestionRecord
 * @property {number} n answers
 * @property {number} right
 * @property {boolean} seen answered, or looked up
 * @property {StudyAttempt | null} latest answer
 * @property {boolean} firstRight whether its first attempt was right
 */

/**
 * @param {readonly StudyAttempt[]} attempts by time
 * @param {number} count how many questions the bank has
 * @returns {QuestionRecord[]} by place in the bank
 */
export function records(attempts, count) {
  /** @type {QuestionRecord[]} */
  const all = Array.from({ length: count }, () => ({ n: 0, right: 0, seen: false, latest: null, firstRight: false }));
  for (const attempt of attempts) {
    const record = all[attempt.at];
    if (!record) continue;
    record.seen = true;
    if (!isAnswer(attempt)) continue;
    record.n++;
    if (attempt.verdict === "right") {
      record.right++;
      record.firstRight ||= attempt.first;
    }
    record.latest = attempt;
  }
  return all;
}

/**
 * How well a topic is known: of its questions that were answered, those whose latest answer was right.
 * @typedef {Share & { topic: number, weight: number, total: number, seen: number, first: Share }} TopicMastery
 *   weight: thousandths of the exam; total: questions of the bank; first: first attempts alone, by question
 */

/**
 * @param {Bank} bank
 * @param {readonly QuestionRecord[]} questions
 * @returns {TopicMastery[]} in the order of the blueprint
 */
export function byTopic(bank, questions) {
  const sums = bank.topics.map(() => ({ total: 0, seen: 0, n: 0, right: 0, first: 0 }));
  for (const { index, topic } of bank.entries) {
    const { seen, latest, firstRight } = questions[index];
    const sum = sums[topic];
    sum.total++;
    if (seen) sum.seen++;
    if (!latest) continue;
    sum.n++;
    if (latest.verdict === "right") sum.right++;
    if (firstRight) sum.first++;
  }
  return sums.map(({ total, seen, n, right, first }, topic) => ({
    topic,
    weight: bank.topics[topic].weight,
    total,
    seen,
    ...share(right, n),
    first: share(first, n),
  }));
}

/**
 * Answers of one kind.
 * @typedef {Share & { name: string, ms: number }} Kind `ms` is the median time of an answer, 0 where none was measured
 */

/**
 * @param {readonly StudyAttempt[]} attempts
 * @param {(at: number) => string} nameOf the kind of a question by its place; empty for one that has none
 * @param {readonly string[]} names in the order in which they are to be listed
 * @returns {Kind[]} those with an answer
 */
export function byKind(attempts, nameOf, names) {
  /** @type {Map<string, { n: number, right: number, times: number[] }>} */
  const sums = new Map(names.map((name) => [name, { n: 0, right: 0, times: [] }]));
  for (const attempt of attempts) {
    if (attempt.at < 0 || !isAnswer(attempt)) continue;
    const sum = sums.get(nameOf(attempt.at));
    if (!sum) continue;
    sum.n++;
    if (attempt.verdict === "right") sum.right++;
    if (attempt.ms > 0) sum.times.push(attempt.ms);
  }
  return [...sums]
    .filter(([, { n }]) => n > 0)
    .map(([name, { n, right, times }]) => ({ name, ...share(right, n), ms: median(times) }));
}

/**
 * @param {readonly StudyAttempt[]} attempts
 * @param {Bank} bank
 */
export const byDifficulty = (attempts, { entries }) =>
  byKind(attempts, (at) => entries[at].difficulty, ["easy", "medium", "hard"]);

/**
 * @param {readonly StudyAttempt[]} attempts
 * @param {Bank} bank
 */
export const byType = (attempts, { entries, types }) => byKind(attempts, (at) => entries[at].type, types);

/**
 * @typedef {object} Overview
 * @property {number} total questions of the bank
 * @property {number} seen
 * @property {number} answers
 * @property {Share} latest questions answered, and those whose latest answer was right
 * @property {Share} first first attempts, by question
 * @property {number} ms median time of an answer, 0 where none was measured
 */

/**
 * @param {readonly StudyAttempt[]} attempts
 * @param {readonly QuestionRecord[]} questions
 * @returns {Overview}
 */
export function overview(attempts, questions) {
  const answered = questions.filter(({ latest }) => latest);
  const times = attempts.filter((attempt) => isAnswer(attempt) && attempt.ms > 0).map(({ ms }) => ms);
  return {
    total: questions.length,
    seen: questions.filter(({ seen }) => seen).length,
    answers: questions.reduce((sum, { n }) => sum + n, 0),
    latest: share(answered.filter(({ latest }) => latest?.verdict === "right").length, answered.length),
    first: share(answered.filter(({ firstRight }) => firstRight).length, answered.length),
    ms: median(times),
  };
}
