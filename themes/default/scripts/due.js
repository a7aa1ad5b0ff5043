/**
 * What is due now, as Today has it.
 * @module
 */

import { dayOf, dayOfDate, zoneHere } from "./study/days.js";
import { deckOf, dueOn } from "./study/review.js";

/**
 * @param {import("./study/state.js").State} state
 * @param {import("./study/bank.js").Bank} bank
 * @param {number} rollover the hour at which a day begins
 * @returns {Set<string>} ids
 */
export function due({ attempts, ratings, dates }, bank, rollover) {
  const dayHere = (/** @type {import("./study/days.js").Moment} */ moment) => dayOf(moment, rollover);
  const time = Date.now();
  const date = dates.get(bank.exam)?.date;
  const exam = date ? dayOfDate(date) : null;
  const cards = deckOf(bank, attempts, ratings, dayHere).cards.values();
  return new Set(dueOn(cards, dayHere({ time, zone: zoneHere(time) }), { exam }).map(({ question }) => question));
}
