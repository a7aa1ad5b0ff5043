/**
 * Points that stand for a normal distribution of several dimensions: the same each time. Pure.
 * @module
 */

import { random } from "../shuffle.js";

/** Pairs of a point and its mirror image, so that their mean is exactly nought. */
const PAIRS = 200;

/** @type {Map<number, number[][]>} */
const made = new Map();

/**
 * @param {number} dimensions
 * @returns {readonly (readonly number[])[]}
 */
export function points(dimensions) {
  let all = made.get(dimensions);
  if (all) return all;
  const next = random("readiness");
  const uniform = () => (next() + 0.5) / 2 ** 32;
  all = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const point = Array.from(
      { length: dimensions },
      () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    );
    all.push(
      point,
      point.map((value) => -value),
    );
  }
  // Each dimension gets a variance of exactly one.
  for (let at = 0; at < dimensions; at++) {
    const size = Math.sqrt(all.reduce((sum, point) => sum + point[at] ** 2, 0) / all.length);
    for (const point of all) point[at] /= size;
  }
  made.set(dimensions, all);
  return all;
}
