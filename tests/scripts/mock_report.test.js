import assert from "node:assert/strict";
import { test } from "node:test";
import { median, report, standing, wilson } from "../../themes/default/scripts/study/mock_report.js";
import { sittingsOf } from "../../themes/default/scripts/study/sittings.js";

const close = (found, expected) => assert.ok(Math.abs(found - expected) < 0.005, `${found} is not ${expected}`);

test("Wilson's interval: the values of the specification", () => {
  for (const [points, n, low, high] of [
    [8, 10, 0.49, 0.94],
    [80, 100, 0.71, 0.87],
    [0, 5, 0, 0.43],
  ]) {
    const found = wilson(points, n);
    close(found.low, low);
    close(found.high, high);
  }
  // The borders of the range, whatever rounding does.
  assert.equal(wilson(0, 7).low, 0);
  assert.equal(wilson(7, 7).high, 1);
});

test("below, near, above, too few", () => {
  const of = (points, n, mark = 70) => standing({ points, n }, mark).standing;
  assert.equal(of(4, 4), "few");
  assert.equal(of(0, 4), "few");
  assert.equal(of(8, 10), "near", "0.49 to 0.94 straddles 0.7");
  assert.equal(of(80, 100), "above", "0.71 to 0.87");
  assert.equal(of(0, 5), "below", "0 to 0.43");
  assert.equal(of(5, 5), "near", "0.57 to 1 straddles 0.7");
  assert.equal(of(80, 100, null), null, "no pass mark, no standing");
});

test("median", () => {
  assert.deepEqual([[], [3], [5, 1], [9, 1, 4]].map(median), [0, 3, 3, 4]);
});

/** A sitting of eight questions, `q0` to `q7`, with the given answers. */
function sit(answers, some = {}) {
  const ids = Array.from({ length: 8 }, (_, index) => `q${index}`);
  const start = {
    kind: "exam-started",
    uuid: "s",
    time: 0,
    exam: "e",
    form: { number: null, seed: "1", ids },
    minutes: null,
    deadline: null,
    factor: 0,
    passMark: 50,
    scoring: "all-or-nothing",
    revisions: [],
    ...some,
  };
  const events = answers.map(([question, chosen, ms = 1000, flagged = false]) => ({
    kind: "exam-answered",
    sitting: "s",
    time: 1,
    question,
    revision: "",
    chosen,
    order: [],
    ms,
    flagged,
  }));
  return sittingsOf([start, ...events])[0];
}
const items = (some = {}) =>
  Array.from({ length: 8 }, (_, index) => ({
    id: `q${index}`,
    topic: index < 6 ? "one" : "two",
    key: index === 5 ? ["k", "l"] : ["k"],
    shown: 4,
    rule: "all-or-nothing",
    fresh: index % 2 === 0,
    judged: null,
    ...some,
  }));

test("score against the pass mark, new and seen apart, by topic", () => {
  const sitting = sit([
    ["q0", ["k"]],
    ["q1", ["k"]],
    ["q2", ["w"]],
    ["q4", ["k"]],
    ["q5", ["k"]],
    ["q6", ["k"]],
  ]);
  const { total, fresh, seen, topics, rows } = report(sitting, items(), ["two", "one", "empty"]);
  assert.deepEqual(total, { n: 8, points: 4, right: 4, percent: 50, passed: true });
  assert.deepEqual(fresh, { n: 4, points: 3, right: 3 });
  assert.deepEqual(seen, { n: 4, points: 1, right: 1 });
  assert.deepEqual(
    topics.map(({ topic, n, points, standing: it }) => [topic, n, points, it]),
    [
      ["two", 2, 1, "few"],
      ["one", 6, 3, "near"],
    ],
  );
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ["right", "right", "wrong", "unanswered", "right", "wrong", "right", "unanswered"],
  );
});

test("no one passes by rounding, and thirds that make a whole do", () => {
  const net = items({ rule: "net", key: ["k", "l", "m"] });
  const all = net.map(({ id }) => [id, ["k", "l"]]);
  // 2/3 each: 66.67 % is shown as 66 and fails at 67.
  const failed = report(sit(all, { passMark: 67 }), net, ["one", "two"]);
  assert.deepEqual([failed.total.percent, failed.total.passed], [66, false]);
  // Three of eight at 2/3 and two at 1 make 4 of 8.
  const half = [...all.slice(0, 3), ["q3", ["k", "l", "m"]], ["q4", ["k", "l", "m"]]];
  assert.deepEqual([report(sit(half), net, []).total.percent, report(sit(half), net, []).total.passed], [50, true]);
  assert.equal(report(sit([], { passMark: null }), items(), []).total.passed, null);
});

test("partly right earns by the rule, and never counts as right", () => {
  const net = items({ rule: "net", key: ["k", "l"] });
  const { rows, total } = report(sit([["q0", ["k"]]]), net, []);
  assert.deepEqual([rows[0].outcome, rows[0].points], ["partly", 0.5]);
  assert.deepEqual([total.points, total.right], [0.5, 0]);
});

test("changed answers: from the first answer given to the last", () => {
  const sitting = sit([
    ["q0", ["k"]],
    ["q0", ["w"]],
    ["q1", ["w"]],
    ["q1", ["k"]],
    ["q2", ["w"]],
    ["q2", ["v"]],
    ["q3", ["k"]],
    ["q3", ["w"]],
    ["q3", ["k"]],
    ["q4", []],
    ["q4", ["k"]],
    ["q5", ["k"]],
    ["q5", ["k", "l"]],
    ["q6", ["k"]],
    ["q6", []],
  ]);
  const { changed, rows } = report(sitting, items(), []);
  assert.deepEqual(
    rows.map((row) => row.changed),
    ["to-wrong", "to-right", "other", null, null, "to-right", "to-wrong", null],
  );
  assert.deepEqual(changed, { toRight: 2, toWrong: 2, other: 1 });
});

test("time per question", () => {
  const sitting = sit([
    ["q0", ["k"], 1000],
    ["q1", ["k"], 3000],
    ["q2", ["w"], 10_000],
    ["q0", ["k"], 500],
  ]);
  const { time, rows } = report(sitting, items(), []);
  assert.deepEqual(time, { total: 14_500, median: 3000, right: 2250, wrong: 10_000 });
  assert.equal(rows[0].ms, 1500);
  assert.equal(rows[7].ms, 0);
});

test("a corrected key: today's verdict counts, and the one of then is told", () => {
  const judged = { outcome: "right", points: 1, then: "wrong" };
  const same = { outcome: "wrong", points: 0, then: "wrong" };
  const list = items().map((item, index) => ({ ...item, judged: [judged, same][index] ?? null }));
  const { rows, total } = report(
    sit([
      ["q0", ["w"]],
      ["q1", ["w"]],
    ]),
    list,
    [],
  );
  assert.deepEqual(
    rows.slice(0, 3).map(({ outcome, then }) => [outcome, then]),
    [
      ["right", "wrong"],
      ["wrong", null],
      ["unanswered", null],
    ],
  );
  assert.equal(total.points, 1);
});
