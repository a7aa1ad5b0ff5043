/**
 * Where things go in a picture: scales, ticks, paths, the squares of a calendar. Pure: numbers in, numbers out.
 * @module
 */

/** @typedef {(value: number) => number} Scale */

/**
 * @param {readonly [number, number]} domain values
 * @param {readonly [number, number]} range places of the two
 * @returns {Scale} values beyond the domain stay at its ends
 */
export function linear([low, high], [start, end]) {
  const span = high - low;
  return (value) => {
    const share = span === 0 ? 0 : Math.min(1, Math.max(0, (value - low) / span));
    return start + share * (end - start);
  };
}

/**
 * Round numbers from 0 that reach or pass a value.
 * @param {number} most
 * @param {number} count about how many steps
 * @param {boolean} [whole] whether parts of one make no sense
 * @returns {number[]} at least 0 and one more
 */
export function ticks(most, count, whole = false) {
  const rough = Math.max(most, whole ? 1 : Number.MIN_VALUE) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((it) => it * power >= rough * (1 - 1e-9)) ?? 10;
  const step = whole ? Math.max(1, Math.round(factor * power)) : factor * power;
  const steps = Math.max(1, Math.ceil(most / step - 1e-9));
  // Multiplied, not added up: a tenth ten times is not one. Rounded, since 3 × 0.1 is not 0.3 either.
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 10) / 10);

/**
 * @param {readonly (readonly [number, number])[]} points
 * @returns {string} the `d` of a line through them
 */
export const line = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${short(x)} ${short(y)}`).join("");

/**
 * @param {readonly { x: number, low: number, high: number }[]} points
 * @returns {string} the `d` of the area between two lines
 */
export function band(points) {
  if (!points.length) return "";
  const upper = points.map(({ x, high }) => /** @type {[number, number]} */ ([x, high]));
  const lower = points.map(({ x, low }) => /** @type {[number, number]} */ ([x, low])).reverse();
  return `${line([...upper, ...lower])}Z`;
}

/**
 * Which of many labels have room: the first, the last, and as many between as fit evenly.
 * @param {number} count
 * @param {number} width of all
 * @param {number} each width that a label takes
 * @returns {number[]} ascending
 */
export function labelled(count, width, each) {
  if (count <= 1) return count ? [0] : [];
  const gaps = Math.min(count - 1, Math.max(1, Math.floor(width / each) - 1));
  const found = new Set(Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (count - 1)) / gaps)));
  return [...found];
}

/**
 * Columns as wide as their weights, with a gap between them.
 * @param {readonly number[]} weights
 * @param {number} width
 * @param {number} gap
 * @returns {{ x: number, width: number }[]}
 */
export function columns(weights, width, gap) {
  const sum = weights.reduce((one, other) => one + other, 0);
  const room = Math.max(0, width - gap * (weights.length - 1));
  let x = 0;
  return weights.map((weight) => {
    const own = sum ? (room * weight) / sum : room / weights.length;
    const column = { x, width: own };
    x += own + gap;
    return column;
  });
}

/** Day 0, the first of January 1970, was a Thursday: 0 is Sunday. */
const weekdayOf = (/** @type {number} */ day) => (((day + 4) % 7) + 7) % 7;

/**
 * @typedef {object} Cell
 * @property {number} day
 * @property {number} n
 * @property {number} level 0 for nothing, up to 4
 * @property {number} column from 0, the oldest week
 * @property {number} row from 0, the first day of the week
 */

/**
 * The last weeks as a grid, up to today.
 * @param {ReadonlyMap<number, number>} days how much was done
 * @param {number} today
 * @param {number} weeks how many columns
 * @param {number} begin weekday with which a week begins, 0 for Sunday
 * @returns {Cell[]} by day
 */
export function calendar(days, today, weeks, begin) {
  const last = (weekdayOf(today) - begin + 7) % 7;
  const first = today - last - (weeks - 1) * 7;
  const counts = Array.from({ length: today - first + 1 }, (_, index) => days.get(first + index) ?? 0);
  const most = Math.max(...counts, 1);
  return counts.map((n, index) => ({
    day: first + index,
    n,
    level: n ? Math.max(1, Math.ceil((4 * n) / most)) : 0,
    column: Math.floor(index / 7),
    row: index % 7,
  }));
}

/**
 * Where in a grid of days a month begins: the first column that has its first day.
 * @param {readonly Cell[]} cells
 * @returns {{ column: number, day: number }[]} at most one for a column; the month that was under way is not there
 */
export const months = (cells) =>
  cells.filter(({ day }) => new Date(day * 86_400_000).getUTCDate() === 1).map(({ column, day }) => ({ column, day }));
