/**
 * Days as learners count them: by the clock on their wall, and the night still belongs to the evening before. Pure.
 * @module
 */

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** The hour at which a new day begins, unless the learner chose another. */
export const ROLLOVER = 4;

/** @typedef {{ time: number, zone: number }} Moment an instant, and how many minutes east of UTC the clock was then */

/**
 * The number of a moment's day, counted from 1 January 1970. It is worked out from the clock as it stood, so a day of 23
 * or 25 hours is one day, and an answer keeps its day when its learner moves to another zone.
 * @param {Moment} moment
 * @param {number} [rollover] hour
 * @returns {number}
 */
export const dayOf = ({ time, zone }, rollover = ROLLOVER) =>
  Math.floor((time + zone * MINUTE - rollover * HOUR) / DAY);

/**
 * How many minutes east of UTC the clock of this device stands at an instant.
 * @param {number} time
 */
export const zoneHere = (time) => 0 - new Date(time).getTimezoneOffset();

/**
 * The same for a named zone.
 * @param {string} name such as `Europe/Berlin`
 * @returns {(time: number) => number}
 */
export function zoneNamed(name) {
  const format = new Intl.DateTimeFormat("en-u-hc-h23", {
    timeZone: name,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return (time) => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const wall = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute);
    return Math.round((wall - Math.floor(time / MINUTE) * MINUTE) / MINUTE);
  };
}

/**
 * The instant at which a day begins. Where the clock skips that hour it is the instant of the skip; where the hour comes
 * twice, the first.
 * @param {number} day
 * @param {(time: number) => number} zoneAt
 * @param {number} [rollover] hour
 */
export function startOf(day, zoneAt, rollover = ROLLOVER) {
  // No zone is a day away from UTC, and what comes earlier never has a later day by more than an hour's repeat.
  let before = (day - 1) * DAY;
  let after = (day + 2) * DAY;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf({ time: middle, zone: zoneAt(middle) }, rollover) < day) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * @param {number} day
 * @returns {string} `YYYY-MM-DD`
 */
export const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);

/**
 * @param {string} date `YYYY-MM-DD`
 * @returns {number | null} null for what is no date
 */
export function dayOfDate(date) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const day = Date.parse(`${date}T00:00:00Z`) / DAY;
  return Number.isInteger(day) && dateOf(day) === date ? day : null;
}
