/**
 * What to do today, and until the exam.
 * @module
 */

import { calendar } from "./study/calendar.js";
import { zoneHere } from "./study/days.js";
import { planToday, weaknessOf } from "./study/plan.js";
import { reserved } from "./study/reserve.js";
import { LAST_WEEK } from "./study/review.js";

/** @typedef {import("./outlook.js").Outlook} Outlook */

/**
 * @typedef {object} TodayPlan
 * @property {string[]} ids in the order in which they are asked
 * @property {number} due how many of them are due
 * @property {number} fresh how many of them are new
 * @property {number} minutes they take
 * @property {boolean} mock whether a mock exam belongs to this day
 * @property {string[]} extra new ones beyond today's share
 * @property {{ day: number, left: number, total: number, met: number, unmet: number, objectives: number, reviews: number }
 *   | null} until the exam: its day, days left, questions of the bank, those met by then and those not, objectives that
 *   are not met, reviews that do not fit
 * @property {import("./study/plan.js").PlannedDay[]} days
 */

/**
 * @param {Outlook} outlook
 * @returns {TodayPlan}
 */
export function planOf({ bank, state, cards, today, exam, chosen, ms, ofToday, dayOf }) {
  const reserve = reserved(bank, (id) => cards.has(id));
  const made = planToday({
    bank,
    cards,
    reserved: reserve,
    today,
    exam,
    minutes: chosen.minutes,
    // A mock exam has its own time.
    spent: ofToday.filter(({ sitting }) => !sitting).reduce((sum, attempt) => sum + attempt.ms, 0),
    ms,
    weakness: weaknessOf(bank, state.attempts),
    mocks: state.sittings.filter(
      ({ exam: of, submitted, started }) =>
        of === bank.exam &&
        submitted &&
        exam !== null &&
        exam - dayOf({ time: started, zone: zoneHere(started) }) <= LAST_WEEK,
    ).length,
  });
  const ids = [...made.due, ...made.fresh];
  const asked = new Set(ids);
  return {
    ids,
    due: made.due.length,
    fresh: made.fresh.length,
    minutes: Math.max(1, Math.round((ids.length * made.ms) / 60_000)),
    mock: made.mock,
    extra: bank.entries.map(({ id }) => id).filter((id) => !cards.has(id) && !reserve.has(id) && !asked.has(id)),
    until:
      exam === null
        ? null
        : {
            day: exam,
            left: exam - today,
            total: bank.entries.length,
            met: made.fit.questions,
            unmet: made.fit.questionsLeft,
            objectives: made.fit.objectivesLeft,
            reviews: made.fit.reviewsLeft,
          },
    days: made.days,
  };
}

/**
 * The plan as a calendar file, with the exam at its end.
 * @param {Outlook} outlook
 * @param {TodayPlan} plan
 * @param {import("./words.js").Say} say
 * @param {string} site
 * @param {string} url of the page that says what to do
 * @returns {string}
 */
export function calendarOf({ bank, exam, time }, { days }, say, site, url) {
  const name = bank.code || bank.title;
  const planned = days
    .filter(({ fresh, due, mock }) => fresh + due > 0 || mock)
    .map(({ day, fresh, due, mock, minutes }) => ({
      day,
      key: bank.exam,
      title: say(mock ? "ics_mock" : "ics_study", { exam: name }),
      text: [say("ics_note", { n: fresh + due }), say("minutes", { n: minutes })].join(", "),
      url,
    }));
  const last = exam === null ? [] : [{ day: exam, key: `${bank.exam}-exam`, title: say("ics_exam", { exam: name }) }];
  return calendar({ name: say("ics_study", { exam: name }), site, days: [...planned, ...last] }, time);
}
