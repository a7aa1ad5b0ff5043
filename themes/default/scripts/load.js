/**
 * Fetches the index of an exam, and what its page says of itself.
 * @module
 */

import { readBank } from "./study/bank.js";

/**
 * @param {string} url
 * @returns {Promise<any>}
 */
export async function json(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/**
 * @param {string} url of `bank.json`
 * @returns {Promise<import("./study/bank.js").Bank>}
 */
export async function loadBank(url) {
  const file = await json(url);
  return readBank(file, await Promise.all((file.parts ?? []).map(json)));
}
