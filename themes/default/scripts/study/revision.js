/**
 * Revisions of questions: `CONTENT.KEY`, as the program makes them (src/bank/identity.rs). Pure.
 * @module
 */

import { sha256 } from "./sha256.js";

const digits = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The second half of a revision.
 * @param {Iterable<string>} key choice ids
 * @returns {string} the first 5 bytes of the hash in base 32 (RFC 4648), small letters
 */
export function keyHash(key) {
  // Ids are ASCII, so the order of UTF-16 units is the order of bytes.
  const text = ["studyhall/key/1", ...[...key].sort()].join("\0");
  const bytes = sha256(text);
  let bits = 0n;
  for (const byte of bytes.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  let result = "";
  for (let shift = 35n; shift >= 0n; shift -= 5n) result += digits[Number((bits >> shift) & 31n)];
  return result;
}

/**
 * @param {string} revision
 * @returns {[content: string, key: string]}
 */
export function halves(revision) {
  const dot = revision.indexOf(".");
  return [revision.slice(0, dot), revision.slice(dot + 1)];
}
