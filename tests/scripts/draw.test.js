import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { apportion } from "../../themes/default/scripts/study/apportion.js";
import { disjoint, draw, fresh, numbered, poolOf, reserve } from "../../themes/default/scripts/study/draw.js";

const cases = JSON.parse(await readFile(new URL("../forms.json", import.meta.url), "utf8"));

const poolOfCase = (it) => ({
  candidates: it.questions.map(([id, topic, group, scenario]) => ({ id, topic, group, scenario })),
  weights: it.weights,
  size: it.size,
});

const told = (form) => ({
  ids: form.ids,
  counts: form.counts,
  repeated: form.repeated,
  short: form.short.map(({ topic, wanted, drawn }) => [topic, wanted, drawn]),
});

/** Numbers that look random, and are the same each time. */
function numbers(state) {
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Banks with groups and scenarios, some of them too small. */
function* pools() {
  for (let seed = 1; seed <= 150; seed++) {
    const next = numbers(seed);
    const candidates = Array.from({ length: next(60) }, (_, at) => ({
      id: `exam/q${at}`,
      topic: next(4),
      group: next(5) < 2 ? next(6) : -1,
      scenario: next(5) < 1 ? next(3) : -1,
    }));
    yield { candidates, weights: [next(500), next(500), next(500), next(500)], size: next(40) };
  }
}

test("seats go by the largest remainder, of equal ones to the first", () => {
  // Hamilton's method by hand: 10 seats for 47, 16, 15, 12, 10: 4.7, 1.6, 1.5, 1.2, 1.0.
  assert.deepEqual(apportion([47, 16, 15, 12, 10], 10), [5, 2, 1, 1, 1]);
  assert.deepEqual(apportion([1, 1, 1], 1000), [334, 333, 333]);
  assert.deepEqual(apportion([250, 250, 250, 250], 6), [2, 2, 1, 1]);
  assert.deepEqual(apportion([0, 0], 5), [0, 0]);
  assert.deepEqual(apportion([], 5), []);
  for (const { weights } of pools()) {
    const total = weights.reduce((a, b) => a + b);
    if (!total) continue;
    for (const seats of [1, 7, 50, 499]) {
      const shares = apportion(weights, seats);
      assert.equal(
        shares.reduce((a, b) => a + b),
        seats,
      );
      shares.forEach((it, at) => assert.ok(Math.abs(it - (weights[at] * seats) / total) < 1));
    }
  }
});

test("forms are those that another program drew", () => {
  assert.ok(cases.length > 15);
  for (const it of cases) {
    const pool = poolOfCase(it);
    assert.deepEqual(numbered(pool, it.exam, it.forms.length).map(told), it.forms, it.name);
    for (const { seed, ...expected } of it.fresh) {
      assert.deepEqual(told(fresh(pool, seed, new Set(it.seen))), expected, `${it.name}, seed ${seed}`);
    }
  }
});

test("a form keeps the rules", () => {
  for (const pool of pools()) {
    const form = draw(pool, "seed", () => 0);
    const of = (id) => pool.candidates.find((it) => it.id === id);
    assert.equal(new Set(form.ids).size, form.ids.length);
    assert.ok(form.ids.length <= pool.size);
    assert.equal(
      form.counts.reduce((a, b) => a + b),
      form.ids.length,
    );
    const groups = form.ids.map((id) => of(id).group).filter((group) => group >= 0);
    assert.equal(new Set(groups).size, groups.length, "of a group at most one is drawn");
    for (const scenario of [0, 1, 2]) {
      const all = pool.candidates.filter((it) => it.scenario === scenario).map((it) => it.id);
      const first = form.ids.indexOf(all[0]);
      if (first >= 0) assert.deepEqual(form.ids.slice(first, first + all.length), all, "a scenario is one block");
      else assert.ok(!form.ids.some((id) => all.includes(id)));
    }
  }
});

const plain = (...sizes) => ({
  candidates: sizes.flatMap((n, topic) =>
    Array.from({ length: n }, (_, at) => ({ id: `exam/${topic}-${at}`, topic, group: -1, scenario: -1 })),
  ),
  weights: [600, 400],
  size: 10,
});

test("numbered forms share nothing as long as the bank allows it", () => {
  const forms = numbered(plain(18, 12), "exam", 4);
  assert.deepEqual(
    forms.map((it) => it.repeated),
    [0, 0, 0, 10],
  );
  assert.equal(disjoint(forms), 3);
  assert.equal(disjoint(forms.slice(0, 2)), 2);
});

test("what is kept for mock exams is unseen, by the blueprint, and stays while others are seen", () => {
  const pool = plain(40, 30);
  const kept = reserve(pool, "exam", new Set());
  const topics = (ids) => [...ids].map((id) => pool.candidates.find((it) => it.id === id).topic);
  assert.deepEqual([kept.size, topics(kept).filter((it) => it === 0).length], [20, 12]);
  const seen = new Set();
  for (const { id } of pool.candidates) if (!kept.has(id)) seen.add(id);
  assert.deepEqual(reserve(pool, "exam", seen), kept);
  // A mock exam used some: others take their place, as long as there are any.
  const [used] = kept;
  assert.deepEqual(reserve(pool, "exam", new Set([...seen, used])), new Set([...kept].slice(1)));
  const refilled = reserve(pool, "exam", new Set([used]));
  assert.equal(refilled.size, 20);
  assert.ok(!refilled.has(used));
});

test("a bank gives its topics' weights and the length of its mock exam", () => {
  const { candidates, weights } = plain(3, 2);
  const topics = weights.map((weight) => ({ weight }));
  assert.equal(poolOf({ entries: candidates, topics, mock: { questions: 4 } }).size, 4);
  assert.deepEqual(poolOf({ entries: candidates, topics, mock: null }), { candidates, weights, size: 5 });
});
