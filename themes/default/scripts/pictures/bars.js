/**
 * Numbers side by side: upright bars over days, or lying bars one below the other.
 * @module
 */

import { draw, figure, grid } from "./figure.js";
import { labelled, linear, ticks } from "./layout.js";

/**
 * @typedef {object} Bar
 * @property {number} n
 * @property {string} label short
 * @property {string} reading all of it in words
 * @property {number} [of] what it is a part of
 */

/** @typedef {Omit<import("./figure.js").Picture, "height" | "paint" | "readings"> & { bars: Bar[] }} Options */

/**
 * Upright bars, for what comes day by day.
 * @param {Options} options
 * @returns {HTMLElement}
 */
export function barsFigure({ bars, ...rest }) {
  const height = 170;
  const top = 18;
  const bottom = height - 24;
  return figure({
    ...rest,
    height,
    readings: bars.map(({ reading }) => reading),
    paint(width, mirrored) {
      const values = ticks(Math.max(...bars.map(({ n }) => n), 1), 3, true);
      const y = linear([0, values[values.length - 1]], [bottom, top]);
      const side = 34;
      const each = (width - side) / bars.length;
      const start = (/** @type {number} */ at) => (mirrored ? width - side - (at + 1) * each : side + at * each);
      const middle = (/** @type {number} */ at) => start(at) + each / 2;
      return {
        points: bars.map(({ n }, at) => ({ x: middle(at), y: y(n) })),
        shapes: [
          ...grid({ values, y, label: String, from: mirrored ? width : 0, to: mirrored ? 0 : width }),
          ...bars.map(({ n }, at) =>
            draw("rect", {
              class: "filled",
              x: start(at) + each * 0.12,
              y: y(n),
              width: each * 0.76,
              height: bottom - y(n),
            }),
          ),
          ...labelled(bars.length, width - side, 64).map((at, index, all) => {
            const anchor = index && index === all.length - 1 ? "end" : "middle";
            const place = anchor === "end" ? (mirrored ? 0 : width) : middle(at);
            return draw("text", { class: "tick", x: place, y: height - 6, "text-anchor": anchor }, bars[at].label);
          }),
        ],
      };
    },
  });
}

/**
 * Lying bars, each a part of its whole, numbered as in the table below them.
 * @param {Options} options
 * @returns {HTMLElement}
 */
export function rowsFigure({ bars, ...rest }) {
  const row = 24;
  return figure({
    ...rest,
    height: bars.length * row + 4,
    readings: bars.map(({ reading }) => reading),
    paint(width, mirrored) {
      const most = Math.max(...bars.map(({ n, of = n }) => of), 1);
      const x = linear([0, most], [0, width - 76]);
      const place = (/** @type {number} */ at, /** @type {number} */ size) => (mirrored ? width - at - size : at);
      return {
        points: bars.map(({ n }, at) => ({ x: mirrored ? width - 28 - x(n) : 28 + x(n), y: at * row + row / 2 })),
        shapes: bars.flatMap(({ n, of = n, label }, at) => [
          draw("text", { class: "tick strong", x: mirrored ? width : 0, y: at * row + 16 }, String(at + 1)),
          draw("rect", { class: "room", x: place(28, x(of)), y: at * row + 5, width: x(of), height: row - 10 }),
          draw("rect", { class: "filled", x: place(28, x(n)), y: at * row + 5, width: x(n), height: row - 10 }),
          draw("text", { class: "tick", x: mirrored ? width - 36 - x(of) : 36 + x(of), y: at * row + 16 }, label),
        ]),
      };
    },
  });
}
