/**
 * What lies before a learner: what is due, what today's share is, how ready they are.
 * @module
 */

import { openPreferences } from "./store/preferences.js";
import { dateOf, dayOf, dayOfDate, zoneHere } from "./study/days.js";
import { deckOf, dueOn, forecast } from "./study/review.js";

/**
 * @typedef {object} Readiness
 * @property {number | null} probability to pass, null where there is too little
 * @property {number} low
 * @property {number} high
 * @property {number} evidence
 * @property {number} unseen
 * @property {number[]} missing topics without evidence
 */

/**
 * @typedef {object} TodayPlan
 * @property {string[]} ids in the order in which they are asked
 * @property {number} due how many of them are due
 * @property {number} fresh how many of them are new
 * @property {number} minutes they take
 * @property {string[]} extra new ones beyond today's share
 * @property {{ day: number, left: number, total: number, met: number, unmet: number, objectives: number } | null} until
 *   the exam: its day, days left, questions of the bank, those met by then and those not, objectives that are not met
 * @property {{ day: number, title: string }[]} days of the plan
 */

/** Minutes a day of a learner who chose none. */
const usualMinutes = 20;
/** What a question takes where too few were measured. */
const usualTime = 75_000;

/**
 * @param {string} site
 * @param {import("./study/bank.js").Bank} bank
 * @param {import("./record.js").Record} record
 */
export function openOutlook(site, bank, record) {
  const preferences = openPreferences(site);
  return { now: () => look(bank, record, preferences.get("rollover"), Date.now()) };
}

/**
 * @param {import("./study/bank.js").Bank} bank
 * @param {import("./record.js").Record} record
 * @param {number} rollover hour
 * @param {number} time
 */
function look(bank, record, rollover, time) {
  const state = record.state();
  const ownDay = (/** @type {{ time: number, zone: number }} */ moment) => dayOf(moment, rollover);
  const today = ownDay({ time, zone: zoneHere(time) });
  const chosen = state.dates.get(bank.exam) ?? { date: null, minutes: usualMinutes };
  const exam = chosen.date === null ? null : dayOfDate(chosen.date);
  const deck = deckOf(bank, state.attempts, state.ratings, ownDay);
  const each = deck.times.overall() ?? usualTime;

  return {
    today,
    dayOf: ownDay,
    /** Today as a date. */
    date: dateOf(today),
    chosen,
    doneToday: state.attempts.filter((attempt) => attempt.at >= 0 && ownDay(attempt) === today).length,
    /** @param {number} days */
    forecast: (days) => forecast(deck.cards.values(), today, days, { exam }),
    /** @returns {Readiness | null} */
    readiness: () => null,
    /** @returns {TodayPlan} */
    plan: () => {
      const room = Math.max(1, Math.floor((chosen.minutes * 60_000) / each));
      const due = dueOn(deck.cards.values(), today, { exam, limit: room }).map(({ question }) => question);
      const fresh = bank.entries.filter(({ id }) => !deck.cards.has(id)).map(({ id }) => id);
      const ids = [...due, ...fresh.slice(0, room - due.length)];
      return {
        ids,
        due: due.length,
        fresh: ids.length - due.length,
        minutes: Math.max(1, Math.round((ids.length * each) / 60_000)),
        extra: fresh.slice(ids.length - due.length),
        until: null,
        days: [],
      };
    },
    /** @param {import("./words.js").Say} _say */
    calendar: (_say) => "",
  };
}
