/**
 * The pictures of the progress page, each from what was worked out of the log.
 * @module
 */

import { barsFigure } from "../pictures/bars.js";
import { calendarFigure } from "../pictures/calendar.js";
import { ticks } from "../pictures/layout.js";
import { lineFigure } from "../pictures/line.js";
import { masteryFigure } from "../pictures/mastery.js";
import { make } from "../element.js";
import { duration, firstWeekday, fullDay, longDay, monthOf, number, percent, shortDay, weekdayOf } from "./words.js";

/** @typedef {import("../words.js").Say} Say */
/** @typedef {import("../study/bank.js").Bank} Bank */

/**
 * A share in words: "78% (45)", or that there is too little.
 * @param {import("../study/statistics.js").Share} share
 * @param {Say} say
 */
export function shareText({ n, right, few }, say) {
  if (!n) return say("no_data");
  return few ? say("few", { right, n }) : say("share", { share: percent(right / n), n });
}

/** @param {number | null} passMark @param {Say} say */
export const goalOf = (passMark, say) =>
  passMark === null ? null : { value: passMark / 100, label: say("pass_mark", { share: percent(passMark / 100) }) };

/**
 * @param {Bank} bank
 * @param {import("../study/statistics.js").TopicMastery[]} topics
 * @param {Say} say
 */
export function masteryPicture(bank, topics, say) {
  const known = topics.reduce((sum, { weight, n, right }) => sum + (n ? (weight / 1000) * (right / n) : 0), 0);
  const open = topics.filter(({ n }) => !n).length;
  const titleOf = (/** @type {number} */ topic) => bank.topics[topic].title;
  return masteryFigure({
    id: "mastery",
    title: say("mastery"),
    says: [say("mastery_says", { share: percent(known) }), open ? say("mastery_open", { n: open }) : ""].join(" "),
    reader: say("read_values", { title: say("mastery") }),
    topics: topics.map((topic, at) => ({
      weight: topic.weight,
      share: topic.n ? topic.right / topic.n : 0,
      low: topic.low,
      high: topic.high,
      n: topic.n,
      few: topic.few,
      reading: say("mastery_reading", {
        i: at + 1,
        topic: titleOf(topic.topic),
        weight: percent(topic.weight / 1000),
        share: shareText(topic, say),
      }),
    })),
    goal: goalOf(bank.passMark, say),
    percent,
    tableLabel: say("table"),
    table: {
      open: true,
      head: [say("topic"), say("latest_right"), say("answered_of")],
      rows: () =>
        topics.map((topic, at) => [
          make(
            "span",
            {},
            `${at + 1}. `,
            make("a", { href: bank.topics[topic.topic].url, dir: "auto" }, titleOf(topic.topic)),
            make("span", { class: "label" }, say("weight_of", { share: percent(topic.weight / 1000) })),
          ),
          shareText(topic, say),
          `${number(topic.n)} / ${number(topic.total)}`,
        ]),
    },
  });
}

/**
 * @param {{ from: number, to: number }} period
 * @param {Say} say
 */
const periodText = ({ from, to }, say) =>
  from === to ? longDay(from) : say("period", { from: shortDay(from), to: shortDay(to) });

/**
 * @param {import("../study/timeline.js").Period[]} periods
 * @param {Bank} bank
 * @param {Say} say
 */
export function accuracyPicture(periods, bank, say) {
  const last = periods[periods.length - 1];
  return lineFigure({
    id: "accuracy",
    title: say("accuracy"),
    says: say("accuracy_says", { period: periodText(last, say), share: shareText(last, say) }),
    reader: say("read_values", { title: say("accuracy") }),
    values: [0, 0.5, 1],
    label: percent,
    goal: goalOf(bank.passMark, say),
    points: periods.map((period) => ({
      day: (period.from + period.to) / 2,
      value: period.right / period.n,
      low: period.low,
      high: period.high,
      few: period.few,
      label: shortDay(period.to),
      reading: say("reading", { what: periodText(period, say), value: shareText(period, say) }),
    })),
    tableLabel: say("table"),
    table: {
      head: [say("when"), say("right"), say("answers")],
      rows: () => periods.map((period) => [periodText(period, say), percent(period.right / period.n), period.n]),
    },
  });
}

/**
 * @param {import("../study/timeline.js").Period[]} all
 * @param {Say} say
 * @returns {HTMLElement | null} null where no time was measured
 */
export function timePicture(all, say) {
  const periods = all.filter(({ ms }) => ms > 0);
  if (!periods.length) return null;
  const last = periods[periods.length - 1];
  const values = ticks(Math.max(...periods.map(({ ms }) => ms)) / 1000, 2, true);
  return lineFigure({
    id: "time",
    title: say("time"),
    says: say("time_says", { period: periodText(last, say), time: duration(last.ms) }),
    reader: say("read_values", { title: say("time") }),
    values,
    label: (seconds) => duration(seconds * 1000),
    points: periods.map((period) => ({
      day: (period.from + period.to) / 2,
      value: period.ms / 1000,
      few: period.few,
      label: shortDay(period.to),
      reading: say("reading", {
        what: periodText(period, say),
        value: say("time_reading", { time: duration(period.ms), n: period.n }),
      }),
    })),
    tableLabel: say("table"),
    table: {
      head: [say("when"), say("time_each"), say("answers")],
      rows: () => periods.map((period) => [periodText(period, say), duration(period.ms), period.n]),
    },
  });
}

/**
 * @param {ReadonlyMap<number, number>} days
 * @param {import("../study/timeline.js").Streak} streak
 * @param {number} today
 * @param {Say} say
 */
export function calendarPicture(days, streak, today, say) {
  return calendarFigure({
    id: "calendar",
    title: say("calendar"),
    says: say("calendar_says", { n: streak.days, now: streak.now, longest: streak.longest }),
    reader: say("read_values", { title: say("calendar") }),
    days,
    today,
    begin: firstWeekday(),
    month: monthOf,
    weekday: weekdayOf,
    reading: (day, n) => say("reading", { what: longDay(day), value: n ? say("questions", { n }) : say("nothing") }),
    tableLabel: say("table"),
    table: {
      head: [say("when"), say("col_questions")],
      rows: () => [...days].sort(([one], [other]) => other - one).map(([day, n]) => [fullDay(day), number(n)]),
    },
  });
}

/**
 * @param {{ day: number, n: number }[]} forecast from today on
 * @param {Say} say
 */
export function forecastPicture(forecast, say) {
  const sum = forecast.reduce((all, { n }) => all + n, 0);
  return barsFigure({
    id: "forecast",
    first: true,
    title: say("forecast"),
    says: say("forecast_says", { n: sum, days: forecast.length }),
    reader: say("read_values", { title: say("forecast") }),
    bars: forecast.map(({ day, n }, at) => ({
      n,
      label: at ? shortDay(day) : say("today_short"),
      reading: say("reading", { what: longDay(day), value: n ? say("reviews", { n }) : say("nothing") }),
    })),
    tableLabel: say("table"),
    table: {
      head: [say("when"), say("due")],
      rows: () => forecast.map(({ day, n }) => [longDay(day), n]),
    },
  });
}
