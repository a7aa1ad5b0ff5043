/**
 * Values over time: a line, the band in which each of them may really lie, and a line to reach.
 * @module
 */

import { draw, figure, grid } from "./figure.js";
import { band, labelled, line, linear } from "./layout.js";

const height = 190;
const top = 18;
const bottom = height - 26;

/**
 * @typedef {object} Point
 * @property {number} day place in time
 * @property {number} value
 * @property {number} [low]
 * @property {number} [high]
 * @property {boolean} few whether there is too little to say it with any certainty
 * @property {string} label of the place in time, short
 * @property {string} reading all of it in words
 */

/**
 * @param {Omit<import("./figure.js").Picture, "height" | "paint" | "readings"> & {
 *   points: Point[], values: number[], label: (value: number) => string, goal?: { value: number, label: string } | null
 * }} options `values` are those at the side
 * @returns {HTMLElement}
 */
export function lineFigure({ points, values, label, goal, ...rest }) {
  return figure({
    ...rest,
    height,
    readings: points.map(({ reading }) => reading),
    paint(width, mirrored) {
      const start = mirrored ? width - 14 : 14;
      const end = mirrored ? 14 : width - 14;
      const first = points[0]?.day ?? 0;
      const last = points[points.length - 1]?.day ?? 0;
      // A single day stands in the middle.
      const x = first === last ? () => width / 2 : linear([first, last], [start, end]);
      const y = linear([0, values[values.length - 1]], [bottom, top]);
      const places = points.map((point) => ({ ...point, x: x(point.day), y: y(point.value) }));
      const bands = places
        .filter(({ low, high }) => low !== undefined && high !== undefined)
        .map((point) => ({ x: point.x, low: y(point.low ?? 0), high: y(point.high ?? 0) }));
      return {
        points: places,
        shapes: [
          ...(bands.length > 1 ? [draw("path", { class: "band", d: band(bands) })] : []),
          ...grid({ values, y, label, from: mirrored ? width : 0, to: mirrored ? 0 : width }),
          ...(goal
            ? [
                draw("line", { class: "goal", x1: 0, x2: width, y1: y(goal.value), y2: y(goal.value) }),
                draw(
                  "text",
                  { class: "tick goal-label", x: mirrored ? 0 : width, y: y(goal.value) - 5, "text-anchor": "end" },
                  goal.label,
                ),
              ]
            : []),
          draw("path", { class: "line", d: line(places.map((point) => [point.x, point.y])) }),
          ...places.map((point) =>
            draw("circle", { class: point.few ? "point few" : "point", cx: point.x, cy: point.y, r: 3.5 }),
          ),
          ...labelled(places.length, width, 72).map((at, index, all) => {
            const anchor = all.length === 1 ? "middle" : !index ? "start" : index === all.length - 1 ? "end" : "middle";
            const place = anchor === "middle" ? places[at].x : (anchor === "start") !== mirrored ? 0 : width;
            return draw("text", { class: "tick", x: place, y: height - 6, "text-anchor": anchor }, places[at].label);
          }),
        ],
      };
    },
  });
}
