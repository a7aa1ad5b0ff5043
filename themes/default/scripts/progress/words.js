/**
 * Numbers, days and times in the words of the page's language.
 * @module
 */

const lang = () => document.documentElement.lang || "en";
const DAY = 86_400_000;

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * @param {number} day counted from 1 January 1970: a day of the calendar, in no time zone
 * @param {Intl.DateTimeFormatOptions} options
 */
function dayText(day, options) {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(lang(), { ...options, timeZone: "UTC" })));
  return format.format(day * DAY);
}

/** @param {number} day */
export const shortDay = (day) => dayText(day, { month: "short", day: "numeric" });
/** @param {number} day */
export const longDay = (day) => dayText(day, { weekday: "long", month: "long", day: "numeric" });
/** @param {number} day */
export const fullDay = (day) => dayText(day, { year: "numeric", month: "long", day: "numeric" });
/** @param {number} day */
export const mediumDay = (day) => dayText(day, { dateStyle: "medium" });
/** @param {number} day */
export const monthOf = (day) => dayText(day, { month: "short" });
/** @param {number} day */
export const weekdayOf = (day) => dayText(day, { weekday: "short" });

/** @param {number} share 0 to 1 */
export const percent = (share) =>
  new Intl.NumberFormat(lang(), { style: "percent", maximumFractionDigits: 0 }).format(share);

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(value);

/**
 * @param {number} ms
 * @returns {string} seconds below two minutes, minutes from there
 */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const minutes = seconds >= 120;
  return new Intl.NumberFormat(lang(), {
    style: "unit",
    unit: minutes ? "minute" : "second",
    unitDisplay: "short",
    maximumFractionDigits: minutes && seconds < 600 ? 1 : 0,
  }).format(minutes ? seconds / 60 : seconds);
}

/** @returns {number} the weekday with which a week begins here, 0 for Sunday */
export function firstWeekday() {
  try {
    const locale = /** @type {any} */ (new Intl.Locale(lang()));
    const info = locale.getWeekInfo?.() ?? locale.weekInfo;
    return (info?.firstDay ?? 1) % 7;
  } catch {
    return 1;
  }
}
