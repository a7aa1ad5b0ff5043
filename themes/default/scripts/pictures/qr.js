/**
 * QR codes (ISO/IEC 18004): bytes, error correction level L, versions 1 to 25. Pure.
 * @module
 */

/** Error correction bytes of a block, and blocks, by version (table 9, level L). */
const correction = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

/**
 * @typedef {object} Code
 * @property {number} version
 * @property {number} size modules of a side, without the quiet zone
 * @property {Uint8Array} modules row by row, 1 is dark
 */

/**
 * Bytes of data and error correction together: what is left of the square without patterns and information.
 * @param {number} version
 */
function totalBytes(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const side = Math.floor(version / 7) + 2;
    modules -= (25 * side - 10) * side - 55;
  }
  if (version > 6) modules -= 36;
  return modules >> 3;
}

/** @param {number} version */
const dataBytes = (version) => totalBytes(version) - correction[version - 1] * blocks[version - 1];

/**
 * How many bytes fit into a version.
 * @param {number} version
 */
export const capacity = (version) => dataBytes(version) - (version < 10 ? 2 : 3);

/** The most bytes that fit into any code that is made here. */
export const MOST = capacity(correction.length);

/**
 * @param {Uint8Array} bytes
 * @returns {Code | null} null if they do not fit
 */
export function encode(bytes) {
  const version = correction.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (version === 0) return null;
  const size = version * 4 + 17;
  const { modules, taken } = patterns(version, size);
  place(modules, taken, size, interleave(pad(bytes, version), version));

  /** @type {Uint8Array | null} */
  let best = null;
  let least = Infinity;
  for (let mask = 0; mask < masks.length; mask++) {
    const masked = modules.slice();
    for (let at = 0; at < masked.length; at++) {
      if (!taken[at] && masks[mask](Math.floor(at / size), at % size)) masked[at] ^= 1;
    }
    writeFormat(masked, size, mask);
    const points = penalty(masked, size);
    if (points < least) [best, least] = [masked, points];
  }
  return { version, size, modules: /** @type {Uint8Array} */ (best) };
}

/**
 * The dark modules as the outline of a path, one run of a row after the other, with four modules of quiet zone around.
 * @param {Code} code
 * @returns {{ side: number, path: string }} for an SVG with a view box of that side
 */
export function outline({ size, modules }) {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column;
      while (column < size && modules[row * size + column]) column++;
      if (column > start) path += `M${start + 4} ${row + 4}h${column - start}v1H${start + 4}z`;
    }
  }
  return { side: size + 8, path };
}

/**
 * Mode, length, data, an end, and filling.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function pad(bytes, version) {
  const result = new Uint8Array(dataBytes(version));
  let bit = 0;
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let at = length - 1; at >= 0; at--, bit++) result[bit >> 3] |= ((value >> at) & 1) << (7 - (bit & 7));
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  // Four zeros end the data and are there already; so are those that fill the last byte.
  for (let at = Math.ceil((bit + 4) / 8), odd = true; at < result.length; at++, odd = !odd) {
    result[at] = odd ? 0xec : 0x11;
  }
  return result;
}

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  powers[exponent] = powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}
/** @type {(a: number, b: number) => number} */
const times = (a, b) => (a && b ? powers[logarithms[a] + logarithms[b]] : 0);

/**
 * The polynomial with the roots 1, 2, 4, …: its coefficients after the first, which is 1.
 * @param {number} degree
 */
function generator(degree) {
  let result = [1];
  for (let root = 0; root < degree; root++) {
    const next = [...result, 0];
    for (let at = 0; at < result.length; at++) next[at + 1] ^= times(result[at], powers[root]);
    result = next;
  }
  return result.slice(1);
}

/**
 * What is left when the data, shifted, is divided by the generator.
 * @param {Uint8Array} data
 * @param {number[]} divisor
 */
function remainder(data, divisor) {
  const rest = new Uint8Array(data.length + divisor.length);
  rest.set(data);
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at];
    for (let place = 0; place < divisor.length; place++) rest[at + 1 + place] ^= times(divisor[place], factor);
  }
  return rest.subarray(data.length);
}

/**
 * Cuts the data into blocks, adds error correction to each, and deals all out again, one byte of each block in turn.
 * @param {Uint8Array} data
 * @param {number} version
 */
function interleave(data, version) {
  const count = blocks[version - 1];
  const divisor = generator(correction[version - 1]);
  const short = Math.floor(data.length / count);
  // The last blocks are longer by one byte.
  const long = data.length % count;
  let from = 0;
  const parts = Array.from({ length: count }, (_, index) => {
    const part = data.subarray(from, (from += short + (index >= count - long ? 1 : 0)));
    return { part, rest: remainder(part, divisor) };
  });
  const result = [];
  for (let at = 0; at <= short; at++) for (const { part } of parts) if (at < part.length) result.push(part[at]);
  for (let at = 0; at < divisor.length; at++) for (const { rest } of parts) result.push(rest[at]);
  return result;
}

/** @param {number} version */
export function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))];
}

/**
 * Bits with those that let errors in them be corrected (BCH).
 * @param {number} value
 * @param {number} divisor
 * @param {number} length of what is added
 */
function protect(value, divisor, length) {
  let rest = value << length;
  for (let bit = 31; bit >= length; bit--) if ((rest >>> bit) & 1) rest ^= divisor << (bit - length);
  return (value << length) | rest;
}

/**
 * All that does not depend on the data; the places of the format information are taken.
 * @param {number} version
 * @param {number} size
 */
function patterns(version, size) {
  const modules = new Uint8Array(size * size);
  const taken = new Uint8Array(size * size);
  const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ dark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row * size + column] = dark ? 1 : 0;
    taken[row * size + column] = 1;
  };
  /** Squares within squares; `light` are the distances from the middle at which they are light. */
  const square = (
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {number} */ reach,
    /** @type {number[]} */ light,
  ) => {
    for (let down = -reach; down <= reach; down++) {
      for (let right = -reach; right <= reach; right++) {
        set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ]) {
    square(row, column, 4, [2, 4]);
  }
  const middles = alignments(version);
  const last = middles.length - 1;
  middles.forEach((row, down) =>
    middles.forEach((column, right) => {
      const corner = (down === 0 && (right === 0 || right === last)) || (down === last && right === 0);
      if (!corner) square(row, column, 2, [1]);
    }),
  );
  // Where the format information will stand: beside the three corners.
  for (let at = 0; at < 9; at++) taken[8 * size + at] = taken[at * size + 8] = 1;
  for (let at = size - 8; at < size; at++) taken[8 * size + at] = taken[at * size + 8] = 1;
  if (version > 6) {
    const bits = protect(version, 0x1f25, 12);
    for (let at = 0; at < 18; at++) {
      const dark = ((bits >> at) & 1) === 1;
      const along = Math.floor(at / 3);
      const across = size - 11 + (at % 3);
      set(along, across, dark);
      set(across, along, dark);
    }
  }
  return { modules, taken };
}

/**
 * Level and mask, twice, and the module that is always dark.
 * @param {Uint8Array} modules
 * @param {number} size
 * @param {number} mask
 */
function writeFormat(modules, size, mask) {
  const bits = protect((0b01 << 3) | mask, 0x537, 10) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const bit = (bits >> at) & 1;
    // Down the right side of the first corner, then to the left below it; both leave out the timing patterns.
    const first = at < 6 ? [at, 8] : at < 8 ? [at + 1, 8] : at === 8 ? [8, 7] : [8, 14 - at];
    const second = at < 8 ? [8, size - 1 - at] : [size - 15 + at, 8];
    for (const [row, column] of [first, second]) modules[row * size + column] = bit;
  }
  modules[(size - 8) * size + 8] = 1;
}

/**
 * Up and down in strips of two columns, from the right, around all that is taken.
 * @param {Uint8Array} modules
 * @param {Uint8Array} taken
 * @param {number} size
 * @param {number[]} bytes
 */
function place(modules, taken, size, bytes) {
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    // The timing pattern has a column of its own.
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const at of [row * size + right, row * size + right - 1]) {
        if (taken[at]) continue;
        // The few modules that are left over at the end stay light.
        modules[at] = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit++;
      }
    }
  }
}

/** @type {((row: number, column: number) => boolean)[]} */
const masks = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/**
 * How hard a code is to read: runs, squares, what looks like a corner, and too much of one colour.
 * @param {Uint8Array} modules
 * @param {number} size
 */
function penalty(modules, size) {
  let points = 0;
  let dark = 0;
  for (let line = 0; line < size; line++) {
    for (const [start, step] of [
      [line * size, 1],
      [line, size],
    ]) {
      let run = 0;
      let text = "";
      for (let at = 0; at < size; at++) {
        const module = modules[start + at * step];
        text += module;
        run = at > 0 && module === modules[start + (at - 1) * step] ? run + 1 : 1;
        if (run === 5) points += 3;
        else if (run > 5) points++;
      }
      points += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
    }
  }
  for (let at = 0; at < modules.length; at++) {
    dark += modules[at];
    if (at % size === size - 1 || at + size >= modules.length) continue;
    const sum = modules[at] + modules[at + 1] + modules[at + size] + modules[at + size + 1];
    if (sum === 0 || sum === 4) points += 3;
  }
  return points + 10 * Math.floor(Math.abs((dark * 100) / modules.length - 50) / 5);
}
