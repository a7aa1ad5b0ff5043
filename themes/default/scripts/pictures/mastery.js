/**
 * Mastery against the blueprint: each topic is as wide as its weight and as full as it is known, so that the filled area
 * is the part of the exam that is known.
 * @module
 */

import { draw, figure, grid } from "./figure.js";
import { columns, linear } from "./layout.js";

const height = 210;
const top = 18;
const bottom = height - 24;

/**
 * @typedef {object} Column
 * @property {number} weight
 * @property {number} share 0 to 1
 * @property {number} low
 * @property {number} high
 * @property {number} n
 * @property {boolean} few
 * @property {string} reading all of it in words
 */

/**
 * @param {Omit<import("./figure.js").Picture, "height" | "paint" | "readings"> & {
 *   topics: Column[], goal: { value: number, label: string } | null, percent: (value: number) => string
 * }} options
 * @returns {HTMLElement}
 */
export function masteryFigure({ topics, goal, percent, ...rest }) {
  return figure({
    ...rest,
    height,
    readings: topics.map(({ reading }) => reading),
    paint(width, mirrored) {
      const side = 34;
      const y = linear([0, 1], [bottom, top]);
      const places = columns(
        topics.map(({ weight }) => weight),
        width - side,
        3,
      ).map((column) => ({ ...column, x: mirrored ? width - side - column.x - column.width : side + column.x }));
      return {
        points: topics.map(({ share, n }, at) => ({ x: places[at].x + places[at].width / 2, y: y(n ? share : 0) })),
        shapes: [
          ...grid({ values: [0, 0.5, 1], y, label: percent, from: mirrored ? width : 0, to: mirrored ? 0 : width }),
          ...topics.flatMap(({ share, low, high, n, few }, at) => {
            const { x, width: own } = places[at];
            const middle = x + own / 2;
            return [
              draw("rect", { class: "room", x, y: top, width: own, height: bottom - top }),
              ...(n
                ? [
                    draw("rect", {
                      class: few ? "filled few" : "filled",
                      x: x + 0.75,
                      y: y(share),
                      width: Math.max(0, own - 1.5),
                      height: bottom - y(share),
                    }),
                    draw("path", {
                      class: "whisker",
                      d: `M${middle} ${y(low)}V${y(high)}M${middle - 4} ${y(low)}h8M${middle - 4} ${y(high)}h8`,
                    }),
                  ]
                : []),
              ...(own >= 12
                ? [
                    draw(
                      "text",
                      { class: "tick strong", x: middle, y: height - 6, "text-anchor": "middle" },
                      String(at + 1),
                    ),
                  ]
                : []),
            ];
          }),
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
        ],
      };
    },
  });
}
