/**
 * Where a learner stands: which day it is for them, what they have seen, what comes up again.
 * @module
 */

import { openPreferences } from "./store/preferences.js";
import { dateOf, dayOf, dayOfDate, zoneHere } from "./study/days.js";
import { deckOf, forecast } from "./study/review.js";

/** Minutes a day of a learner who chose none. */
const usualMinutes = 20;

/** @typedef {ReturnType<typeof look>} Outlook */

/**
 * @param {string} site
 * @param {import("./study/bank.js").Bank} bank
 * @param {import("./record.js").Record} record
 */
export function openOutlook(site, bank, record) {
  const preferences = openPreferences(site);
  return { now: () => look(bank, record.state(), preferences.get("rollover"), Date.now()) };
}

/**
 * @param {import("./study/bank.js").Bank} bank
 * @param {import("./study/state.js").State} state
 * @param {number} rollover hour
 * @param {number} time
 */
function look(bank, state, rollover, time) {
  const ownDay = (/** @type {{ time: number, zone: number }} */ moment) => dayOf(moment, rollover);
  const today = ownDay({ time, zone: zoneHere(time) });
  const chosen = state.dates.get(bank.exam) ?? { date: null, minutes: usualMinutes };
  const exam = chosen.date === null ? null : dayOfDate(chosen.date);
  const deck = deckOf(bank, state.attempts, state.ratings, ownDay);
  return {
    bank,
    state,
    time,
    today,
    dayOf: ownDay,
    /** Today as a date. */
    date: dateOf(today),
    /** What the learner chose, or what is usual. */
    chosen,
    /** Day of the exam. */
    exam,
    cards: deck.cards,
    /** The learner's own median of an answer; null if too few are known. */
    ms: deck.times.overall(),
    ofToday: state.attempts.filter((attempt) => attempt.at >= 0 && ownDay(attempt) === today),
    /** @param {number} days */
    forecast: (days) => forecast(deck.cards.values(), today, days, { exam }),
  };
}
