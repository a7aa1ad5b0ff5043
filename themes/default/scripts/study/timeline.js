/**
 * What a learner did over time: days, streaks, accuracy and speed. Pure: days are numbers, made elsewhere.
 * @module
 */

import { median } from "./mock_report.js";
import { isAnswer, share } from "./statistics.js";

/** @typedef {import("./state.js").StudyAttempt} StudyAttempt */
/** @typedef {(attempt: StudyAttempt) => number} DayOf the learner's own day, counted from 1 January 1970 */

/**
 * @param {readonly StudyAttempt[]} attempts
 * @param {DayOf} dayOf
 * @returns {Map<number, number>} how many questions were answered or looked up, by day
 */
export function perDay(attempts, dayOf) {
  /** @type {Map<number, number>} */
  const days = new Map();
  for (const attempt of attempts) {
    const day = dayOf(attempt);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

/**
 * @typedef {object} Streak
 * @property {number} now days in a row up to today, or up to yesterday while today is still to come
 * @property {number} longest
 * @property {number} days on which something was done
 * @property {boolean} today whether something was done today
 */

/**
 * @param {ReadonlyMap<number, number>} days
 * @param {number} today
 * @returns {Streak}
 */
export function streak(days, today) {
  let longest = 0;
  let run = 0;
  let before = NaN;
  let now = 0;
  for (const day of [...days.keys()].sort((one, other) => one - other)) {
    // A clock that was wrong may have written days that are still to come.
    if (day > today) break;
    run = day === before + 1 ? run + 1 : 1;
    before = day;
    longest = Math.max(longest, run);
    now = run;
  }
  return { now: before >= today - 1 ? now : 0, longest, days: days.size, today: days.has(today) };
}

/**
 * A stretch of days.
 * @typedef {import("./statistics.js").Share & { from: number, to: number, ms: number }} Period `to` is its last day; `ms`
 *   is the median time of an answer, 0 where none was measured
 */

/** How long the stretches may be: a day, a week, four weeks, a quarter. */
const lengths = [1, 7, 28, 91];
/** More points than that are not told apart. */
const most = 30;

/**
 * Cuts the time from the first answer until today into stretches, the last of which ends today.
 * @param {readonly StudyAttempt[]} attempts
 * @param {DayOf} dayOf
 * @param {number} today
 * @returns {Period[]} those with an answer, oldest first; at most 30 but where there are more than 30 quarters
 */
export function overTime(attempts, dayOf, today) {
  /** @type {{ day: number, right: boolean, ms: number }[]} */
  const answers = [];
  let first = today;
  for (const attempt of attempts) {
    if (!isAnswer(attempt)) continue;
    const day = dayOf(attempt);
    if (day > today) continue;
    if (day < first) first = day;
    answers.push({ day, right: attempt.verdict === "right", ms: attempt.ms });
  }
  const length = lengths.find((it) => (today - first + 1) / it <= most) ?? lengths[lengths.length - 1];
  /** @type {Map<number, { n: number, right: number, times: number[] }>} */
  const periods = new Map();
  for (const { day, right, ms } of answers) {
    const back = Math.floor((today - day) / length);
    let period = periods.get(back);
    if (!period) periods.set(back, (period = { n: 0, right: 0, times: [] }));
    period.n++;
    if (right) period.right++;
    if (ms > 0) period.times.push(ms);
  }
  return [...periods]
    .sort(([one], [other]) => other - one)
    .map(([back, { n, right, times }]) => ({
      from: today - (back + 1) * length + 1,
      to: today - back * length,
      ...share(right, n),
      ms: median(times),
    }));
}
