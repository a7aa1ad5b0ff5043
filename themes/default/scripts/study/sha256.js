/**
 * SHA-256 (FIPS 180-4), at once and everywhere: the browser's own is asynchronous, and missing on pages without https.
 * Pure.
 * @module
 */

/**
 * The first 32 bits of the fractional part of a root.
 * @param {number} root
 */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const primes = [2];
for (let at = 3; primes.length < 64; at += 2) if (primes.every((prime) => at % prime)) primes.push(at);
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** @type {(value: number, by: number) => number} */
const turn = (value, by) => (value >>> by) | (value << (32 - by));

/**
 * @param {Uint8Array | string} message a text counts as its UTF-8 bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const bytes = typeof message === "string" ? new TextEncoder().encode(message) : message;
  const whole = bytes.length - (bytes.length % 64);
  // What is left over, a 1 bit, zeros, and the length in bits.
  const tail = new Uint8Array(bytes.length - whole < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[bytes.length - whole] = 0x80;
  const end = new DataView(tail.buffer);
  end.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(tail.length - 4, (bytes.length * 8) >>> 0);

  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  const body = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) block(state, words, body, at);
  for (let at = 0; at < tail.length; at += 64) block(state, words, end, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, index) => digest.setInt32(index * 4, value));
  return new Uint8Array(digest.buffer);
}

/**
 * @param {Int32Array} state
 * @param {Int32Array} words room to work in
 * @param {DataView} view
 * @param {number} offset
 */
function block(state, words, view, offset) {
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + at * 4);
  for (let at = 16; at < 64; at++) {
    const two = words[at - 2];
    const fifteen = words[at - 15];
    const low = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
    const high = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    words[at] = (words[at - 16] + low + words[at - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[at] + words[at]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] += value));
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} in small letters
 */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
