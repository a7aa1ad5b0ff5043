// What a learner's answers show: the expected numbers are counted by hand from short logs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBank } from "../../themes/default/scripts/study/bank.js";
import { certainty, confusions, hardest } from "../../themes/default/scripts/study/mistakes.js";
import { byDifficulty, byTopic, byType, overview, records } from "../../themes/default/scripts/study/statistics.js";
import { overTime, perDay, streak } from "../../themes/default/scripts/study/timeline.js";
import { file } from "./bank_file.js";

const bank = readBank(file());
const seen = new Set();
/** An attempt at the question in place `at`; `first` unless that place was answered before in the same log. */
const log = (...rows) => {
  seen.clear();
  return rows.map(([at, verdict, fields = {}], index) => {
    const first = !seen.has(at);
    seen.add(at);
    return {
      uuid: `u${index}`,
      question: bank.entries[at]?.id ?? "demo/gone",
      at,
      time: index * 1000,
      zone: 0,
      verdict,
      verdictThen: verdict,
      score: verdict === "right" ? 1 : 0,
      ms: 10_000,
      confidence: null,
      hints: 0,
      first,
      mode: "practice",
      sitting: null,
      changed: null,
      again: false,
      revision: bank.entries[at]?.revision ?? "x.x",
      chosen: ["a"],
      ...fields,
    };
  });
};
/** `day` of an attempt stands in its field `day`. */
const dayOf = ({ day }) => day;
const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 5e-4, `${actual} is not ${expected}`);

describe("shares by topic, difficulty and type", () => {
  // q0 wrong then right, q1 right then wrong, q2 looked up, q3 right, q5 wrong; a deleted question.
  const attempts = log(
    [0, "wrong", { ms: 30_000 }],
    [1, "right"],
    [0, "right", { ms: 20_000 }],
    [2, "revealed", { ms: 90_000 }],
    [1, "partly"],
    [3, "right", { ms: 0 }],
    [5, "wrong"],
    [-1, "right"],
  );
  const questions = records(attempts, bank.entries.length);

  test("a topic's mastery is the latest answer of each question, and its first attempts stand apart", () => {
    const [one, two] = byTopic(bank, questions);
    assert.deepEqual(
      [one.weight, one.total, one.seen, one.n, one.right, one.first.n, one.first.right],
      [600, 3, 3, 2, 1, 2, 1],
    );
    assert.deepEqual([two.weight, two.total, two.seen, two.n, two.right, two.first.right], [400, 3, 2, 2, 1, 1]);
    assert.equal(one.few, true);
  });
  test("an answer that was only looked up is no answer, and a deleted question counts for nothing", () => {
    const sum = overview(attempts, questions);
    assert.deepEqual([sum.total, sum.seen, sum.answers], [6, 5, 6]);
    assert.deepEqual([sum.latest.n, sum.latest.right, sum.first.n, sum.first.right], [4, 2, 4, 2]);
  });
  test("difficulties and types in their order, without those that nobody answered", () => {
    // Easy: q0 twice, q5. Medium: q1 twice. Hard: q2, looked up. q3 has none.
    const difficulties = byDifficulty(attempts, bank);
    assert.deepEqual(
      difficulties.map(({ name, n, right, ms }) => [name, n, right, ms]),
      [
        ["easy", 3, 1, 20_000],
        ["medium", 2, 1, 10_000],
      ],
    );
    assert.deepEqual(
      byType(attempts, bank).map(({ name, n, right }) => [name, n, right]),
      [
        ["single", 4, 2],
        ["multiple", 2, 1],
      ],
    );
  });
  test("intervals are Wilson's: 8 of 10 is 0.490 to 0.943, nothing is everything", () => {
    // SEMANTICS names [.49, .94] for 8 of 10.
    const rows = Array.from({ length: 10 }, (_, index) => [0, index < 8 ? "right" : "wrong"]);
    const [easy] = byDifficulty(log(...rows), bank);
    near(easy.low, 0.4902);
    near(easy.high, 0.9433);
    assert.equal(easy.few, false);
    const empty = byTopic(bank, records([], 6))[0];
    assert.deepEqual([empty.n, empty.low, empty.high, empty.few], [0, 0, 1, true]);
  });
});

describe("days", () => {
  test("a streak ends today, or yesterday while today is still to come", () => {
    const days = new Map([2, 3, 4, 8, 9, 10].map((day) => [day, 1]));
    assert.deepEqual(streak(days, 10), { now: 3, longest: 3, days: 6, today: true });
    assert.deepEqual(streak(days, 11), { now: 3, longest: 3, days: 6, today: false });
    assert.deepEqual(streak(days, 12), { now: 0, longest: 3, days: 6, today: false });
    assert.deepEqual(streak(new Map(), 12), { now: 0, longest: 0, days: 0, today: false });
  });
  test("days that are still to come prolong nothing", () => {
    assert.equal(streak(new Map([9, 10, 11, 12].map((day) => [day, 1])), 10).now, 2);
  });
  test("looking something up is a day of study", () => {
    assert.deepEqual([...perDay(log([0, "revealed", { day: 5 }], [1, "right", { day: 5 }]), dayOf)], [[5, 2]]);
  });
});

describe("accuracy and time over time", () => {
  test("up to thirty days stand by themselves", () => {
    const attempts = log(
      [0, "right", { day: 71, ms: 10_000 }],
      [1, "wrong", { day: 71, ms: 40_000 }],
      [1, "right", { day: 71, ms: 20_000 }],
      [2, "revealed", { day: 80 }],
      [3, "right", { day: 100, ms: 0 }],
    );
    assert.deepEqual(
      overTime(attempts, dayOf, 100).map(({ from, to, n, right, ms, few }) => [from, to, n, right, ms, few]),
      [
        [71, 71, 3, 2, 20_000, true],
        [100, 100, 1, 1, 0, true],
      ],
    );
  });
  test("a longer time goes by weeks that end today", () => {
    const attempts = log([0, "right", { day: 0 }], [1, "wrong", { day: 34 }], [3, "right", { day: 28 }]);
    assert.deepEqual(
      overTime(attempts, dayOf, 34).map(({ from, to, n, right }) => [from, to, n, right]),
      [
        [0, 6, 1, 1],
        [28, 34, 2, 1],
      ],
    );
  });
  test("five years are told in at most thirty points", () => {
    const rows = Array.from({ length: 1826 }, (_, day) => [0, "right", { day }]);
    const periods = overTime(log(...rows), dayOf, 1825);
    assert.ok(periods.length <= 30);
    assert.equal(
      periods.reduce((sum, { n }) => sum + n, 0),
      1826,
    );
    assert.equal(periods[periods.length - 1].to, 1825);
  });
  test("nothing gives nothing", () => assert.deepEqual(overTime([], dayOf, 5), []));
});

describe("mistakes", () => {
  test("the hardest have at least two answers and a wrong one; many failures weigh more than few", () => {
    const attempts = log(
      ...Array.from({ length: 5 }, () => [4, "wrong"]),
      [2, "wrong"],
      [2, "wrong"],
      [0, "right"],
      [0, "wrong"],
      [1, "wrong"],
      [3, "right"],
      [3, "right"],
    );
    assert.deepEqual(hardest(records(attempts, 6), 10), [
      { at: 4, n: 5, right: 0 },
      { at: 2, n: 2, right: 0 },
      { at: 0, n: 2, right: 1 },
    ]);
    assert.equal(hardest(records(attempts, 6), 1).length, 1);
  });
  test("luck and misplaced certainty go by the latest answer", () => {
    const attempts = log(
      [0, "right", { confidence: "guess" }],
      [1, "wrong", { confidence: "sure" }],
      [2, "right", { confidence: "guess" }],
      [2, "right", { confidence: "sure" }],
      [3, "partly", { confidence: "sure" }],
      [4, "wrong", { confidence: "guess" }],
      [5, "right"],
    );
    const { by, lucky, errors } = certainty(attempts, records(attempts, 6));
    assert.deepEqual(
      lucky.map(({ at }) => at),
      [0],
    );
    assert.deepEqual(
      errors.map(({ at }) => at),
      [3, 1],
    );
    assert.deepEqual([by.guess.n, by.guess.right, by.sure.n, by.sure.right, by.unsure.n], [3, 2, 3, 1, 0]);
  });
});

describe("confusion pairs", () => {
  const pairs = (attempts, keys = null) =>
    confusions(attempts, bank, keys, 10).map(({ at, choice, times, n }) => [at, choice, times, n]);
  test("a wrong choice that was taken twice, of how many answers", () => {
    const attempts = log(
      [0, "wrong", { chosen: ["b"] }],
      [0, "wrong", { chosen: ["b"] }],
      [0, "wrong", { chosen: ["c"] }],
      [0, "right", { chosen: ["a"] }],
      [0, "revealed", { chosen: [] }],
    );
    assert.deepEqual(pairs(attempts), [[0, "b", 2, 4]]);
  });
  test("of several selections only the wrong ones, as far as anything tells which", () => {
    const wrong = [
      [1, "partly", { chosen: ["a", "c"] }],
      [1, "partly", { chosen: ["a", "c"] }],
    ];
    assert.deepEqual(pairs(log(...wrong)), []);
    assert.deepEqual(pairs(log(...wrong, [1, "right", { chosen: ["a", "b"] }])), [[1, "c", 2, 3]]);
    assert.deepEqual(pairs(log(...wrong), { "demo/q1": { choices: ["a", "b", "c"], key: ["a", "b"] } }), [
      [1, "c", 2, 2],
    ]);
  });
  test("answers to another text, or under another key that is not known, claim nothing", () => {
    const twice = (changed) => log([0, "wrong", { chosen: ["b"], changed }], [0, "wrong", { chosen: ["b"], changed }]);
    assert.deepEqual(pairs(twice("content")), []);
    assert.deepEqual(pairs(twice("key")), []);
    assert.deepEqual(pairs(twice("key"), { "demo/q0": { choices: ["a", "b"], key: ["a"] } }), [[0, "b", 2, 2]]);
  });
});
