/**
 * The days on which something was done, as squares by week: the more, the fuller.
 * @module
 */

import { draw, figure } from "./figure.js";
import { calendar, months } from "./layout.js";

const step = 14;
const square = 11;
const top = 18;
const side = 30;

/**
 * @param {Omit<import("./figure.js").Picture, "height" | "paint" | "readings"> & {
 *   days: ReadonlyMap<number, number>, today: number, begin: number, month: (day: number) => string,
 *   weekday: (day: number) => string, reading: (day: number, n: number) => string
 * }} options `begin` is the weekday with which a week begins, 0 for Sunday
 * @returns {HTMLElement}
 */
export function calendarFigure({ days, today, begin, month, weekday, reading, ...rest }) {
  // The slider reads a fixed time; the picture shows as much of it as there is room for.
  const weeks = 26;
  const all = calendar(days, today, weeks, begin);
  return figure({
    ...rest,
    height: top + 7 * step,
    readings: all.map(({ day, n }) => reading(day, n)),
    paint(width, mirrored) {
      const shown = Math.max(1, Math.min(weeks, Math.floor((width - side) / step)));
      const skipped = weeks - shown;
      const x = (/** @type {number} */ column) => {
        const at = side + (column - skipped) * step;
        return mirrored ? width - at - square : at;
      };
      const y = (/** @type {number} */ row) => top + row * step;
      const cells = all.filter(({ column }) => column >= skipped);
      return {
        // What there is no room for is read without a mark.
        points: all.map(({ column, row }) =>
          column >= skipped ? { x: x(column) + square / 2, y: y(row) + square / 2 } : { x: -50, y: -50 },
        ),
        shapes: [
          ...months(cells)
            .filter(({ column }) => column < weeks - 1)
            .map(({ column, day }) =>
              draw("text", { class: "tick", x: mirrored ? x(column) + square : x(column), y: 11 }, month(day)),
            ),
          ...[0, 2, 4].map((row) =>
            draw("text", { class: "tick", x: mirrored ? width : 0, y: y(row) + 10 }, weekday(all[row].day)),
          ),
          ...cells.map(({ column, row, level }) => {
            const size = level ? 3 + 2 * level : square;
            const inset = (square - size) / 2;
            return draw(
              "g",
              {},
              draw("rect", { class: "room", x: x(column), y: y(row), width: square, height: square, rx: 2 }),
              level > 0 &&
                draw("rect", {
                  class: "filled",
                  x: x(column) + inset,
                  y: y(row) + inset,
                  width: size,
                  height: size,
                  rx: 2,
                }),
            );
          }),
        ],
      };
    },
  });
}
