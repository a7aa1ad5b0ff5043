/**
 * What lies before a learner: which day it is for them.
 * @module
 */

import { openPreferences } from "./store/preferences.js";

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
 * @param {string} site
 * @param {import("./study/bank.js").Bank} _bank
 * @param {import("./record.js").Record} _record
 */
export function openOutlook(site, _bank, _record) {
  const preferences = openPreferences(site);
  return {
    now() {
      const rollover = preferences.get("rollover");
      const dayOf = (/** @type {{ time: number, zone: number }} */ { time, zone }) =>
        Math.floor((time + zone * 60_000 - rollover * 3_600_000) / 86_400_000);
      const time = Date.now();
      return {
        today: dayOf({ time, zone: -new Date(time).getTimezoneOffset() }),
        dayOf,
        readiness: () => /** @type {Readiness | null} */ (null),
        forecast: (/** @type {number} */ _days) => /** @type {{ day: number, n: number }[]} */ ([]),
      };
    },
  };
}
