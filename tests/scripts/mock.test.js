import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  counts,
  filtered,
  isOver,
  markOf,
  places,
  timeLeft,
  timing,
  warningBetween,
} from "../../themes/default/scripts/study/mock.js";
import { sittingsOf } from "../../themes/default/scripts/study/sittings.js";

const start = 1_000_000;
const minute = 60_000;
const started = (some = {}) => ({
  kind: "exam-started",
  uuid: "s1",
  time: start,
  exam: "demo",
  form: { number: 1, seed: "1", ids: ["a", "b", "c"], counts: [3] },
  minutes: 10,
  factor: 1,
  deadline: start + 10 * minute,
  passMark: 70,
  scoring: "all-or-nothing",
  revisions: ["ra", "rb", "rc"],
  ...some,
});
const answered = (question, chosen, some = {}) => ({
  kind: "exam-answered",
  uuid: `${question}-${chosen}`,
  sitting: "s1",
  time: start + minute,
  question,
  revision: `r${question}`,
  chosen,
  order: ["x", "y", "z"],
  ms: 1000,
  flagged: false,
  ...some,
});
const submitted = (some = {}) => ({
  kind: "exam-submitted",
  uuid: "e",
  sitting: "s1",
  time: start + 9 * minute,
  timedOut: false,
  ...some,
});
const run = (...events) => sittingsOf(events)[0];

test("the latest answer wins, times add up, earlier ones are kept where they differ", () => {
  const sitting = run(
    started(),
    answered("a", ["x"]),
    answered("a", ["x"], { flagged: true, ms: 500 }),
    answered("a", ["y"]),
    answered("a", ["y", "z"]),
    answered("a", ["z", "y"]),
  );
  const answer = sitting.answers.get("a");
  assert.deepEqual(answer.chosen, ["z", "y"]);
  assert.deepEqual(answer.earlier, [["x"], ["y"]]);
  assert.equal(answer.ms, 4500);
  assert.equal(answer.flagged, false);
});

test("at the deadline an answer still counts, after it none does", () => {
  const at = (time) => run(started(), answered("a", ["x"], { time })).answers.has("a");
  assert.ok(at(start + 10 * minute));
  assert.ok(!at(start + 10 * minute + 1));
  const untimed = run(
    started({ minutes: null, deadline: null }),
    answered("a", ["x"], { time: start + 9999 * minute }),
  );
  assert.ok(untimed.answers.has("a"));
  assert.equal(timeLeft(untimed, start + 1e12), null);
  assert.ok(!isOver(untimed, start + 1e12));
});

test("a submitted exam stays as it was", () => {
  const before = [started(), answered("a", ["x"]), submitted()];
  for (const late of [answered("a", ["y"]), submitted({ timedOut: true })])
    assert.deepEqual(run(...before, late), run(...before));
});

test("time: as asked for, extended, untimed", () => {
  assert.deepEqual(timing(40, 1, 100), { minutes: 40, deadline: 100 + 40 * minute });
  assert.deepEqual(timing(40, 1.25, 0), { minutes: 50, deadline: 50 * minute });
  assert.deepEqual(timing(30, 1.5, 0), { minutes: 45, deadline: 45 * minute });
  assert.deepEqual(timing(30, 2, 0), { minutes: 60, deadline: 60 * minute });
  assert.deepEqual(timing(30, 0, 0), { minutes: null, deadline: null });
  assert.deepEqual(timing(null, 1, 0), { minutes: null, deadline: null });
});

test("the clock comes from the deadline, however long nobody looked", () => {
  const sitting = run(started());
  assert.equal(timeLeft(sitting, start), 10 * minute);
  assert.equal(timeLeft(sitting, start + 10 * minute - 1), 1);
  assert.ok(!isOver(sitting, start + 10 * minute - 1));
  assert.equal(timeLeft(sitting, start + 99 * minute), 0);
  assert.ok(isOver(sitting, start + 10 * minute));
  for (const [ms, text] of [
    [0, "0:00"],
    [1, "0:01"],
    [999, "0:01"],
    [1001, "0:02"],
    [59_000, "0:59"],
    [60_000, "1:00"],
    [3_599_000, "59:59"],
    [3_600_000, "1:00:00"],
    [7_265_000, "2:01:05"],
  ]) {
    assert.equal(clock(ms), text);
  }
});

test("warnings come once, at 30, 15, 5 and 1 minutes, and the latest after a sleep", () => {
  const said = [];
  for (let left = 40 * minute; left > 0; left -= 250) {
    const due = warningBetween(left, left - 250);
    if (due !== null) said.push([due, (left - 250) / minute]);
  }
  assert.deepEqual(said, [
    [30, 30],
    [15, 15],
    [5, 5],
    [1, 1],
  ]);
  assert.equal(warningBetween(40 * minute, 3 * minute), 5);
  assert.equal(warningBetween(2 * minute, 0), null, "the end speaks for itself");
  assert.equal(warningBetween(5 * minute, 5 * minute), null);
});

test("marks: incomplete only where the number is asked for", () => {
  const of = (chosen, count) => markOf({ chosen }, count);
  assert.equal(markOf(undefined, 1), "unanswered");
  assert.equal(of([], 2), "unanswered");
  assert.equal(of(["x"], 2), "incomplete");
  assert.equal(of(["x", "y", "z"], 2), "incomplete");
  assert.equal(of(["x", "y"], 2), "answered");
  assert.equal(of(["x"], 1), "answered");
  assert.equal(of(["x"], null), "answered");
});

test("the navigator, its filters and its counts", () => {
  const sitting = run(started(), answered("a", ["x"], { flagged: true }), answered("b", ["x"]));
  const all = places(sitting, (id) => (id === "b" ? 2 : null));
  assert.deepEqual(
    all.map(({ id, number, mark, chosen, count, flagged }) => [id, number, mark, chosen, count, flagged]),
    [
      ["a", 1, "answered", 1, null, true],
      ["b", 2, "incomplete", 1, 2, false],
      ["c", 3, "unanswered", 0, null, false],
    ],
  );
  const numbers = (filter) => filtered(all, filter).map(({ number }) => number);
  assert.deepEqual(["all", "unanswered", "incomplete", "flagged"].map(numbers), [[1, 2, 3], [3], [2], [1]]);
  assert.deepEqual(counts(all), { all: 3, answered: 1, incomplete: 1, unanswered: 1, flagged: 1 });
});
