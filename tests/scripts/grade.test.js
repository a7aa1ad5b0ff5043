import assert from "node:assert/strict";
import { test } from "node:test";
import { Times, gradeOf, lengthOf } from "../../themes/default/scripts/study/grade.js";

const right = { verdict: "right", ms: 30_000, confidence: null, hints: 0 };

test("grades follow from answers", () => {
  const table = [
    [{}, 3],
    [{ confidence: "sure" }, 3],
    [{ confidence: "unsure" }, 2],
    [{ confidence: "guess" }, 2],
    [{ hints: 1 }, 2],
    [{ verdict: "partly" }, 1],
    [{ verdict: "wrong" }, 1],
    [{ verdict: "revealed" }, 1],
    [{ verdict: "wrong", confidence: "sure", ms: 1 }, 1],
  ];
  for (const [change, grade] of table)
    assert.equal(gradeOf({ ...right, ...change }, 30_000), grade, JSON.stringify(change));
});

test("slow is over twice the learner's own median, and nothing without one", () => {
  assert.equal(gradeOf({ ...right, ms: 60_000 }, 30_000), 3);
  assert.equal(gradeOf({ ...right, ms: 60_001 }, 30_000), 2);
  assert.equal(gradeOf({ ...right, ms: 3_600_000 }, null), 3);
});

test("Easy comes from the learner's own rating alone, which outranks all", () => {
  for (const verdict of ["right", "partly", "wrong", "revealed"]) {
    for (const confidence of [null, "guess", "unsure", "sure"]) {
      for (const ms of [1, 30_000, 900_000]) {
        const attempt = { verdict, confidence, ms, hints: 0 };
        assert.notEqual(gradeOf(attempt, 30_000), 4);
        for (const own of [1, 2, 3, 4]) assert.equal(gradeOf(attempt, 30_000, own), own);
      }
    }
  }
});

test("medians are those of questions of the same length, once there are eight", () => {
  const times = new Times();
  const short = lengthOf({ choices: 4, keys: 1 });
  const long = lengthOf({ choices: 6, keys: 2 });
  assert.notEqual(short, long);
  for (let at = 1; at <= 7; at++) times.add(short, at * 1000);
  times.add(short, 0);
  assert.equal(times.median(short), null);
  times.add(short, 8000);
  assert.equal(times.median(short), 4500);
  assert.equal(times.median(long), null);
  assert.equal(times.overall(), 4500);
});

test("medians look back over 200 answers, as a sort of them says", () => {
  const times = new Times();
  const all = [];
  for (let at = 0; at < 1000; at++) {
    const ms = 1 + ((at * 7919) % 613);
    all.push(ms);
    times.add("one of 4", ms);
    if (at < 8) continue;
    const window = all.slice(-200).sort((a, b) => a - b);
    const half = window.length / 2;
    const median = window.length % 2 ? window[Math.floor(half)] : (window[half - 1] + window[half]) / 2;
    assert.equal(times.median("one of 4"), median);
  }
});
