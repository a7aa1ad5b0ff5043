import assert from "node:assert/strict";
import { test } from "node:test";
import { shuffle } from "../../themes/default/scripts/shuffle.js";

const none = new Set();
const ids = ["ankh", "bast", "cusp", "dune", "echo"];

/** Sizes from none to ten choices, many seeds each. */
function* cases() {
  for (let size = 0; size <= 10; size++) {
    const written = Array.from({ length: size }, (_, index) => `id${index}`);
    for (let seed = 0; seed < 200; seed++) yield { written, seed: `${seed}/exam/question` };
  }
}

test("a shuffle is a permutation, and leaves its input alone", () => {
  for (const { written, seed } of cases()) {
    const before = [...written];
    assert.deepEqual([...shuffle(written, none, seed)].sort(), [...before].sort());
    assert.deepEqual(written, before);
  }
});

test("the same seed gives the same order", () => {
  for (const { written, seed } of cases()) {
    assert.deepEqual(shuffle(written, none, seed), shuffle([...written], new Set(), seed));
  }
});

test("pinned choices keep their place, whichever they are", () => {
  for (const { written, seed } of cases()) {
    for (let mask = 0; mask < 2 ** Math.min(written.length, 5); mask++) {
      const pinned = new Set(written.filter((_, index) => (mask >> index) & 1));
      const order = shuffle(written, pinned, seed);
      assert.deepEqual([...order].sort(), [...written].sort());
      written.forEach((id, index) => pinned.has(id) && assert.equal(order[index], id));
    }
  }
});

test("all pinned: nothing moves; an unknown pin: nothing breaks", () => {
  for (let seed = 0; seed < 50; seed++) {
    assert.deepEqual(shuffle(ids, new Set(ids), String(seed)), ids);
    assert.deepEqual(shuffle(ids, new Set(["zzzz"]), String(seed)), shuffle(ids, none, String(seed)));
  }
});

/**
 * Chi squared of counts against an even spread.
 * @param {number[]} counts
 */
function chiSquared(counts) {
  const even = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0);
}

test("over 20,000 seeds each choice stands at each place equally often", () => {
  for (const seedOf of [(n) => String(n), (n) => `${n}/mle/serving/batching`, (n) => `7/rust/question-${n}`]) {
    const places = ids.map(() => ids.map(() => 0));
    for (let seed = 0; seed < 20_000; seed++) {
      shuffle(ids, none, seedOf(seed)).forEach((id, place) => places[ids.indexOf(id)][place]++);
    }
    // 4 degrees of freedom: 23.5 is exceeded by an honest die once in 10,000.
    for (const counts of places) assert.ok(chiSquared(counts) < 23.5, `uneven: ${counts}`);
  }
});

test("over 20,000 seeds each of the 24 orders of four comes up equally often", () => {
  const counts = new Map();
  for (let seed = 0; seed < 20_000; seed++) {
    const order = shuffle(ids.slice(0, 4), none, `${seed}/a/b`).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 24);
  // 23 degrees of freedom, once in 10,000.
  assert.ok(chiSquared([...counts.values()]) < 58.6);
});

test("loose choices are spread evenly around a pinned last one", () => {
  const places = ids.slice(0, 4).map(() => [0, 0, 0, 0]);
  for (let seed = 0; seed < 20_000; seed++) {
    const order = shuffle(ids, new Set(["echo"]), `${seed}/a/b`);
    order.slice(0, 4).forEach((id, place) => places[ids.indexOf(id)][place]++);
  }
  // 3 degrees of freedom, once in 10,000.
  for (const counts of places) assert.ok(chiSquared(counts) < 21.1, `uneven: ${counts}`);
});

test("questions of one page do not all move alike", () => {
  const orders = new Set();
  for (let n = 0; n < 40; n++) orders.add(shuffle(ids, none, `7/exam/question-${n}`).join());
  assert.ok(orders.size > 20, `${orders.size} different orders`);
});
