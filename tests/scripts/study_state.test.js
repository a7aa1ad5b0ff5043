import assert from "node:assert/strict";
import { test } from "node:test";
import { joinKeys } from "../../themes/default/scripts/study/lookup.js";
import { keyHash } from "../../themes/default/scripts/study/revision.js";
import { attemptsByQuestion, correctionsToTell, derive } from "../../themes/default/scripts/study/state.js";
import { attempt, bank, event, lookup, seeded, uuidOf } from "./study_log.js";

const K = (...key) => keyHash(key);
const keys = (entries) => joinKeys({ version: 1, keys: entries });
const abcd = ["a", "b", "c", "d"];

/** What of one attempt the tables speak of. */
const told = ({ verdict, verdictThen, score, changed, again }) => ({ verdict, verdictThen, score, changed, again });
const deriveOne = (fields, revision, key, more) =>
  told(derive([attempt(1, fields)], lookup(bank({ q: revision }, more)), key && keys({ "x/q": key })).attempts[0]);

test("an edit never resets a learner", () => {
  const then = { revision: `c1.${K("a")}`, chosen: ["a"], order: abcd };
  const right = { verdict: "right", verdictThen: "right", score: 1 };
  const wrong = { verdict: "wrong", verdictThen: "right", score: 0 };
  const missed = { ...then, chosen: ["b"], verdict: "wrong", score: 0 };
  const same = { changed: null, again: false };
  const table = [
    ["nothing changed", then, `c1.${K("a")}`, ["a"], abcd, { ...right, ...same }],
    ["the key was corrected away", then, `c1.${K("b")}`, ["b"], abcd, { ...wrong, changed: "key", again: true }],
    [
      "the key was corrected towards the answer",
      missed,
      `c1.${K("b")}`,
      ["b"],
      abcd,
      { verdict: "right", verdictThen: "wrong", score: 1, changed: "key", again: true },
    ],
    [
      "corrected to several",
      { ...then, chosen: ["a", "c"], verdict: "wrong", score: 0 },
      `c1.${K("a", "b")}`,
      ["a", "b"],
      abcd,
      { verdict: "wrong", verdictThen: "wrong", score: 0, changed: "key", again: true },
    ],
    ["the stem was reworded", then, `c2.${K("a")}`, ["a"], abcd, { ...right, changed: "content", again: false }],
    [
      "reworded with another key: another question, the verdict stays",
      then,
      `c2.${K("b")}`,
      ["b"],
      abcd,
      { ...right, changed: "content", again: true },
    ],
    [
      "the chosen key was reworded: it is the same choice",
      then,
      `c2.${K("n")}`,
      ["n"],
      ["b", "n", "c", "d"],
      { ...right, changed: "content", again: false },
    ],
    [
      "a choice that was not chosen was reworded",
      then,
      `c2.${K("a")}`,
      ["a"],
      ["a", "b", "c", "n"],
      { ...right, changed: "content", again: false },
    ],
    [
      "the key was reworded after a wrong answer",
      missed,
      `c2.${K("n")}`,
      ["n"],
      ["b", "n", "c", "d"],
      { verdict: "wrong", verdictThen: "wrong", score: 0, changed: "content", again: false },
    ],
    [
      "one choice reworded, and another made the key",
      then,
      `c2.${K("b")}`,
      ["b"],
      ["n", "b", "c", "d"],
      { ...wrong, changed: "content", again: true },
    ],
    [
      "the chosen choice was reworded, and is the key now",
      missed,
      `c2.${K("n")}`,
      ["n"],
      ["a", "n", "c", "d"],
      { verdict: "right", verdictThen: "wrong", score: 1, changed: "content", again: true },
    ],
    [
      "two reworded: the old verdict stays",
      then,
      `c2.${K("n")}`,
      ["n"],
      ["n", "m", "c", "d"],
      { ...right, changed: "content", again: true },
    ],
    [
      "a choice more: the old verdict stays, and it comes again",
      then,
      `c2.${K("a")}`,
      ["a"],
      [...abcd, "e"],
      { ...right, changed: "content", again: true },
    ],
    [
      "revealed stays revealed",
      { ...then, chosen: [], verdict: "revealed", score: 0 },
      `c1.${K("b")}`,
      ["b"],
      abcd,
      { verdict: "revealed", verdictThen: "revealed", score: 0, changed: "key", again: true },
    ],
  ];
  for (const [name, fields, revision, key, choices, expected] of table) {
    const more = { choices: [choices.length] };
    assert.deepEqual(deriveOne(fields, revision, { choices, key }, more), expected, name);
  }
});

test("the rule of scoring is the exam's", () => {
  const fields = { revision: `c1.${K("a")}`, chosen: ["a", "b"], order: abcd, verdict: "wrong", score: 0 };
  const key = { choices: abcd, key: ["a", "b", "c"] };
  const revision = `c1.${K(...key.key)}`;
  assert.equal(deriveOne(fields, revision, key).verdict, "wrong");
  const net = deriveOne(fields, revision, key, { scoring: "net" });
  assert.equal(net.verdict, "partly");
  assert.ok(Math.abs(net.score - 2 / 3) < 1e-9, "2 of 3 hits, none wrong: SEMANTICS.md 5");
});

test("without keys the old verdict holds, and the state says that it wants them", () => {
  const log = [attempt(1, { revision: `c1.${K("a")}` })];
  const index = lookup(bank({ q: `c1.${K("b")}` }));
  const without = derive(log, index, null);
  assert.deepEqual(
    [without.needsKeys, without.attempts[0].verdict, without.attempts[0].changed],
    [true, "right", "key"],
  );
  assert.equal(derive(log, index, keys({ "x/q": { choices: abcd, key: ["b"] } })).needsKeys, false);
  assert.equal(derive([attempt(1, { revision: "c1.k1" })], lookup(bank({ q: "c1.k1" })), null).needsKeys, false);
});

test("deleted questions stay in the log; former ids lead to today's", () => {
  const index = lookup(
    bank({ q: "c1.k1", moved: "c2.k2" }, { former: { 1: ["x/old", "y/older"] } }),
    bank({ z: "c3.k3" }, { exam: "y" }),
  );
  const ids = ["x/gone", "x/old", "y/older", "x/q", "y/z", "x/moved"];
  const log = ids.map((question, at) => attempt(at, { question, revision: "c2.k2" }));
  const { attempts, flags, notes } = derive(
    [
      ...log,
      event(20, "flag", { question: "x/old", on: true }),
      event(21, "note", { question: "y/older", text: "mine" }),
    ],
    index,
    null,
  );
  assert.deepEqual(
    attempts.map(({ question, at, first }) => [question, at, first]),
    [
      ["x/gone", -1, true],
      ["x/moved", 1, true],
      ["x/moved", 1, false],
      ["x/q", 0, true],
      ["y/z", 2, true],
      ["x/moved", 1, false],
    ],
  );
  assert.deepEqual([...flags], [["x/moved", true]]);
  assert.deepEqual([...notes.keys()], ["x/moved"]);
  assert.deepEqual(
    attemptsByQuestion(attempts, index.ids.length).map((it) => it.length),
    [1, 3, 1],
  );
  const taken = lookup(bank({ new: "c1.k1", old: "c2.k2" }, { former: { 0: ["x/old"] } }));
  assert.equal(taken.places.get("x/old"), 1, "an id in use again is the question that has it");
});

test("undo takes back, and can be taken back", () => {
  const index = lookup(bank({ q: "c1.k1" }));
  const undo = (number, target, at = number) =>
    event(number, "undo", { cancels: uuidOf(target), time: 1_800_000_000_000 + at * 1000 });
  const count = (...events) => derive(events, index, null).attempts.length;
  assert.equal(count(attempt(1), attempt(2)), 2);
  assert.equal(count(attempt(1), attempt(2), undo(3, 1)), 1);
  assert.equal(count(attempt(1), undo(3, 1), undo(4, 3)), 1);
  assert.equal(count(attempt(1), undo(3, 1), undo(4, 3), undo(5, 4)), 0);
  assert.equal(count(undo(4, 3, 0), attempt(1), undo(3, 1)), 1, "whatever the clocks said");
  assert.equal(count(attempt(1), undo(3, 1), undo(4, 1), undo(5, 4)), 0, "one of two is enough");
  assert.equal(count(attempt(1), undo(3, 4), undo(4, 3)), 1, "a circle takes back nothing else");
  assert.equal(count(attempt(1), undo(3, 99)), 1, "what is not here can be named");
  const chain = Array.from({ length: 50_000 }, (_, at) => undo(at + 2, at + 1));
  assert.equal(count(attempt(1), ...chain), 1, "an even chain, without a full stack");
  const first = derive([attempt(1), attempt(2), undo(3, 1)], index, null).attempts;
  assert.equal(first[0].first, true, "the first that stands");
});

test("flags, notes, ratings and exam dates: the last word counts", () => {
  const state = derive(
    [
      event(1, "flag", { question: "x/q", on: true }),
      event(2, "flag", { question: "x/q", on: false }),
      event(3, "note", { question: "x/q", text: "one" }),
      event(4, "note", { question: "x/q", text: "two" }),
      event(5, "note", { question: "x/r", text: "gone" }),
      event(6, "note", { question: "x/r", text: "" }),
      event(7, "rating", { question: "x/q", attempt: uuidOf(90), grade: 4 }),
      event(8, "exam-date", { exam: "x", date: "2027-05-01", minutes: 20 }),
      event(9, "exam-date", { exam: "x", date: null, minutes: 30 }),
      { ...event(10, "dream", {}), v: 2 },
    ],
    lookup(bank({ q: "c1.k1", r: "c1.k1" })),
    null,
  );
  assert.deepEqual([...state.flags], [["x/q", false]]);
  assert.deepEqual([...state.notes], [["x/q", { text: "two", time: 1_800_000_004_000 }]]);
  assert.deepEqual([...state.ratings], [[uuidOf(90), 4]]);
  assert.deepEqual([...state.dates], [["x", { date: null, minutes: 30 }]]);
});

const sitting = uuidOf(1);
const started = (fields = {}) =>
  event(1, "exam-started", {
    exam: "x",
    form: { number: 1, seed: "s", ids: ["x/q", "x/r", "x/s"] },
    minutes: 1,
    factor: 1,
    passMark: 70,
    scoring: "all-or-nothing",
    deadline: 1_800_000_061_000,
    revisions: ["c1.k1", "c1.k1", "c1.k1"],
    ...fields,
  });
const answered = (number, question, chosen, fields = {}) =>
  event(number, "exam-answered", {
    sitting,
    question,
    revision: "c1.k1",
    chosen,
    order: abcd,
    ms: 1000,
    flagged: false,
    ...fields,
  });

test("answers of a mock exam count as attempts once it is submitted", () => {
  const index = lookup(bank({ q: "c1.k1", r: "c1.k1", s: "c1.k1" }));
  const key = keys({
    "x/q": { choices: abcd, key: ["b"] },
    "x/r": { choices: abcd, key: ["b"] },
    "x/s": { choices: abcd, key: ["b"] },
  });
  const running = [
    started(),
    answered(2, "x/q", ["a"], { verdict: "wrong", score: 0 }),
    answered(3, "x/r", ["b"], { verdict: "right", score: 1, flagged: true }),
    answered(4, "x/q", ["b"], { verdict: "right", score: 1, ms: 500 }),
    answered(5, "x/s", ["b"]),
    answered(6, "x/s", []),
    answered(7, "x/other", ["a"]),
  ];
  assert.equal(derive(running, index, key).attempts.length, 0);
  const ended = [...running, event(8, "exam-submitted", { sitting, timedOut: false }), answered(9, "x/r", ["c"])];
  const state = derive(ended, index, null);
  assert.deepEqual(
    state.attempts.map(({ question, verdict, ms, mode, sitting: of, time }) => [question, verdict, ms, mode, of, time]),
    [
      ["x/r", "right", 1000, "mock", sitting, 1_800_000_003_000],
      ["x/q", "right", 1500, "mock", sitting, 1_800_000_004_000],
    ],
  );
  const [one] = state.sittings;
  assert.deepEqual(one.answers.get("x/q").earlier, [["a"]]);
  assert.deepEqual(one.answers.get("x/r").chosen, ["b"], "what comes after the end changes nothing");
  assert.deepEqual(one.submitted, { time: 1_800_000_008_000, timedOut: false });
  assert.equal(one.answers.has("x/other"), false);
  assert.equal(derive([...ended, event(30, "undo", { cancels: sitting })], index, null).sittings.length, 0);
});

test("an answer of a mock exam without its verdict gets today's", () => {
  const index = lookup(bank({ q: `c1.${K("b")}` }));
  const log = [
    started(),
    answered(2, "x/q", ["b"], { revision: `c1.${K("b")}` }),
    event(8, "exam-submitted", { sitting, timedOut: true }),
  ];
  assert.equal(derive(log, index, null).needsKeys, true);
  const key = keys({ "x/q": { choices: abcd, key: ["b"] } });
  const [{ verdict, verdictThen, score }] = derive(log, index, key).attempts;
  assert.deepEqual({ verdict, verdictThen, score }, { verdict: "right", verdictThen: "right", score: 1 });
  log[1] = answered(2, "x/q", ["b"], { revision: `c1.${K("a")}` });
  const [after] = derive(log, index, key).attempts;
  assert.deepEqual([after.verdict, after.verdictThen], ["right", null], "what it was then nobody knows");
});

test("answers after the deadline do not count", () => {
  const log = [started(), answered(62, "x/q", ["a"]), event(63, "exam-submitted", { sitting, timedOut: true })];
  assert.equal(derive(log, lookup(bank({ q: "c1.k1" })), null).sittings[0].answers.size, 0);
});

test("home says once how many keys were corrected and what became of answers", () => {
  const index = lookup(bank({ q: `c1.${K("b")}`, r: `c1.${K("b")}`, s: `c2.${K("a")}` }));
  const key = keys(Object.fromEntries(["x/q", "x/r", "x/s"].map((id) => [id, { choices: abcd, key: ["b"] }])));
  const old = { revision: `c1.${K("a")}` };
  const { corrections } = derive(
    [
      attempt(1, { ...old, question: "x/q", chosen: ["b"], verdict: "wrong", score: 0 }),
      attempt(2, { ...old, question: "x/q", chosen: ["a"] }),
      attempt(3, { ...old, question: "x/r", chosen: ["c"], verdict: "wrong", score: 0 }),
      attempt(4, { ...old, question: "x/s" }),
    ],
    index,
    key,
  );
  const told = correctionsToTell(corrections, []);
  assert.deepEqual([told.keys, told.right, told.wrong], [2, 1, 1]);
  assert.equal(correctionsToTell(corrections, told.told), null);
  assert.equal(correctionsToTell([], []), null);
  const more = correctionsToTell([...corrections, { question: "x/z", revision: "c.k", right: 1, wrong: 0 }], told.told);
  assert.deepEqual([more.keys, more.right, more.told.length], [1, 1, 3]);
});

test("100,000 attempts over 10,000 questions, a tenth of them edited, within 300 ms", () => {
  const random = seeded(3);
  const slugs = Array.from({ length: 10_000 }, (_, at) => `q${at}`);
  const edited = (at) => at % 10 === 0;
  const index = lookup(bank(Object.fromEntries(slugs.map((it, at) => [it, `c1.${K(edited(at) ? "b" : "a")}`]))));
  const key = keys(
    Object.fromEntries(slugs.map((it, at) => [`x/${it}`, { choices: abcd, key: [edited(at) ? "b" : "a"] }])),
  );
  const old = `c1.${K("a")}`;
  const log = Array.from({ length: 100_000 }, (_, at) =>
    attempt(at, { question: `x/q${Math.floor(random() * 10_000)}`, revision: old }),
  );
  const times = [1, 2, 3].map(() => {
    // Of the processor, not of the clock on the wall: others may be at work on the same machine.
    const start = process.cpuUsage();
    const state = derive(log, index, key);
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1000;
    assert.equal(state.attempts.length, 100_000);
    assert.ok(state.attempts.every((it) => it.verdict === (edited(it.at) ? "wrong" : "right")));
    return ms;
  });
  // The first run compiles.
  assert.ok(Math.min(...times) < 300, `${times.map(Math.round)} ms`);
});
