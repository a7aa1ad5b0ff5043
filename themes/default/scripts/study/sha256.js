/**
 * SHA-256 (FIPS 180-4). Pure and synchronous: `crypto.subtle` is missing on pages that are not served over https, and a
 * form must be the same there.
 * @module
 */

/** The first `count` primes. @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((it) => n % it)) found.push(n);
  return found;
}

/**
 * The first 32 bits of the fraction of a number's root. By integers alone: browsers may round powers in their own way.
 * @param {number} n
 * @param {2n | 3n} degree
 */
function fraction(n, degree) {
  const wanted = BigInt(n) << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 40n; bit; bit >>= 1n) if ((root + bit) ** degree <= wanted) root += bit;
  return Number(root & 0xffffffffn);
}

const constants = Int32Array.from(primes(64), (it) => fraction(it, 3n));
const start = primes(8).map((it) => fraction(it, 2n));

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint8Array} bytes
 * @returns {number[]} the digest as eight unsigned integers of 32 bits
 */
export function sha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(blocks * 64 - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(blocks * 64 - 4, bytes.length * 8);

  const digest = Uint32Array.from(start);
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 16; at++) words[at] = padded.getInt32(block * 64 + at * 4);
    for (let at = 16; at < 64; at++) {
      const early = words[at - 15];
      const late = words[at - 2];
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16] + small + words[at - 7] + large) | 0;
    }
    let a = digest[0];
    let b = digest[1];
    let c = digest[2];
    let d = digest[3];
    let e = digest[4];
    let f = digest[5];
    let g = digest[6];
    let h = digest[7];
    // One by one: a list for each round would take most of the time.
    for (let at = 0; at < 64; at++) {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[at] + words[at]) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (digest[at] += word));
  }
  return [...digest];
}
