/**
 * One share, and the interval in which it may really lie.
 * @module
 */

import { draw, figure } from "./figure.js";
import { linear } from "./layout.js";

const height = 58;
const middle = 24;

/**
 * @param {Omit<import("./figure.js").Picture, "height" | "paint" | "readings"> & {
 *   value: number, low: number, high: number, percent: (value: number) => string,
 *   goal?: { value: number, label: string } | null
 * }} options shares from 0 to 1
 * @returns {HTMLElement}
 */
export function intervalFigure({ value, low, high, percent, goal, ...rest }) {
  return figure({
    ...rest,
    height,
    paint(width, mirrored) {
      const x = linear([0, 1], mirrored ? [width - 8, 8] : [8, width - 8]);
      const from = Math.min(x(low), x(high));
      return {
        shapes: [
          draw("rect", { class: "room", x: 8, y: middle - 7, width: width - 16, height: 14, rx: 7 }),
          draw("rect", {
            class: "filled soft",
            x: from,
            y: middle - 7,
            width: Math.max(3, Math.abs(x(high) - x(low))),
            height: 14,
            rx: 7,
          }),
          ...(goal
            ? [
                draw("line", { class: "goal", x1: x(goal.value), x2: x(goal.value), y1: middle - 14, y2: middle + 14 }),
                draw("text", { class: "tick", x: x(goal.value), y: 8, "text-anchor": "middle" }, goal.label),
              ]
            : []),
          draw("circle", { class: "value", cx: x(value), cy: middle, r: 8 }),
          ...[0, 0.5, 1].map((at) =>
            draw(
              "text",
              {
                class: "tick",
                x: at === 0.5 ? x(at) : (at === 0) !== mirrored ? 0 : width,
                y: height - 6,
                "text-anchor": at === 0.5 ? "middle" : at ? "end" : "start",
              },
              percent(at),
            ),
          ),
        ],
      };
    },
  });
}
