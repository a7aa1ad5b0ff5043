/**
 * What practice leaves unseen. Pure.
 * @module
 */

import { poolOf, reserve } from "./draw.js";

/**
 * The unseen questions that practice and Today leave for mock exams: two forms' worth, but no more than half of the
 * bank, so that a small one can be practised at all.
 * @param {import("./bank.js").Bank} bank
 * @param {(id: string) => boolean} seen
 * @returns {Set<string>} ids
 */
export function reserved(bank, seen) {
  const pool = poolOf(bank);
  const size = Math.min(pool.size, Math.floor(bank.entries.length / 4));
  const met = new Set(bank.entries.filter(({ id }) => seen(id)).map(({ id }) => id));
  return reserve({ ...pool, size }, bank.exam, met);
}
