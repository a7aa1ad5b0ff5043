// What is drawn is read again by a decoder that others wrote (jsqr).
import assert from "node:assert/strict";
import { test } from "node:test";
import jsqr from "jsqr";
import { MOST, alignments, capacity, encode, outline } from "../../themes/default/scripts/pictures/qr.js";
import { seeded } from "./study_log.js";

const scale = 4;

/** Paints a path made of rectangles, as a browser would, and returns pixels. */
function paint({ side, path }) {
  const width = side * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let row = y * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = x * scale; column < (Number(x) + Number(length)) * scale; column++) {
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { pixels, width };
}

const read = (code) => {
  const { pixels, width } = paint(outline(code));
  const found = jsqr.default
    ? jsqr.default(pixels, width, width, { inversionAttempts: "dontInvert" })
    : jsqr(pixels, width, width, { inversionAttempts: "dontInvert" });
  return found && { version: found.version, bytes: Uint8Array.from(found.binaryData) };
};

test("every version, full and just above the one before, is read again", () => {
  const random = seeded(1);
  for (let version = 1; version <= 25; version++) {
    for (const length of [capacity(version), version === 1 ? 1 : capacity(version - 1) + 1]) {
      const bytes = Uint8Array.from({ length }, () => random() * 256);
      const code = encode(bytes);
      assert.equal(code.version, version);
      assert.equal(code.size, 17 + 4 * version);
      // The decoder looks for an alignment pattern of this version where the standard has none (74 instead of 78).
      if (version === 23) continue;
      assert.deepEqual(read(code), { version, bytes }, `version ${version}, ${length} bytes`);
    }
  }
});

// ISO/IEC 18004, table 7: level L, bytes.
test("capacities are those of the standard", () => {
  const expected = { 1: 17, 2: 32, 9: 230, 10: 271, 20: 858, 25: 1273 };
  for (const [version, bytes] of Object.entries(expected)) assert.equal(capacity(Number(version)), bytes);
  assert.equal(MOST, 1273);
});

// ISO/IEC 18004, table E.1.
test("alignment patterns stand where the standard has them", () => {
  const expected = {
    1: [],
    2: [6, 18],
    7: [6, 22, 38],
    14: [6, 26, 46, 66],
    22: [6, 26, 50, 74, 98],
    23: [6, 30, 54, 78, 102],
    24: [6, 28, 54, 80, 106],
    25: [6, 32, 58, 84, 110],
  };
  for (const [version, places] of Object.entries(expected)) assert.deepEqual(alignments(Number(version)), places);
});

test("too much gives none, nothing gives an empty one", () => {
  assert.equal(encode(new Uint8Array(MOST + 1)), null);
  assert.ok(encode(new Uint8Array(MOST)));
  assert.equal(encode(new Uint8Array(0)).version, 1);
});

test("plain content is masked so that it can be read", () => {
  for (const byte of [0, 255, 0x55, 0x20]) {
    const bytes = new Uint8Array(200).fill(byte);
    assert.deepEqual(read(encode(bytes))?.bytes, bytes, `${byte}`);
  }
});

test("damage is corrected", () => {
  const bytes = new TextEncoder().encode("https://example.org/study/settings/#handover=1.abc");
  const code = encode(bytes);
  // A few modules in the middle of the data, fewer than level L corrects (about 7 % of the bytes).
  const middle = Math.floor(code.modules.length / 2) + 5;
  for (let at = middle; at < middle + 6; at++) code.modules[at] ^= 1;
  assert.deepEqual(read(code)?.bytes, bytes);
});
