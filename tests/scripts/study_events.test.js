import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NOTE_LIMIT, newEvent, readEvent, uuidFrom } from "../../themes/default/scripts/study/events.js";
import { merge } from "../../themes/default/scripts/study/merge.js";
import { keyHash } from "../../themes/default/scripts/study/revision.js";
import { hex, sha256 } from "../../themes/default/scripts/study/sha256.js";
import { attempt, event, seeded, uuidOf } from "./study_log.js";

const one = uuidOf(7);
const form = { number: 1, seed: "mle/1", ids: ["x/q"], counts: [1] };
const good = {
  attempt: attempt(1),
  "attempt with all": attempt(1, { confidence: "guess", hints: 2, mode: "mock", form: one, crossed: ["b"] }),
  "attempt revealed": attempt(1, { chosen: [], verdict: "revealed", score: 0 }),
  rating: event(1, "rating", { question: "x/q", attempt: one, grade: 4 }),
  flag: event(1, "flag", { question: "x/q", on: true }),
  note: event(1, "note", { question: "x/q", text: "" }),
  undo: event(1, "undo", { cancels: one }),
  "exam-started": event(1, "exam-started", {
    exam: "x",
    form,
    minutes: 30,
    factor: 1.5,
    passMark: 70,
    scoring: "net",
    deadline: 1_800_000_100_000,
    revisions: ["c1.k1"],
  }),
  "exam-answered": event(1, "exam-answered", {
    sitting: one,
    question: "x/q",
    revision: "c1.k1",
    chosen: ["a"],
    order: ["a", "b"],
    ms: 3,
    flagged: false,
  }),
  "exam-submitted": event(1, "exam-submitted", { sitting: one, timedOut: false }),
  "exam-date": event(1, "exam-date", { exam: "x", date: "2027-02-28", minutes: 30 }),
  "kind of a newer version": event(1, "dream", { about: { anything: [1] } }),
  "newer shape of a known kind": { ...attempt(1), v: 2, chosen: 7 },
};

test("valid rows are read as they are", () => {
  for (const [name, value] of Object.entries(good)) assert.equal(readEvent(value), value, name);
});

test("a row that lacks any field, or has another type in it, is none", () => {
  for (const [name, value] of Object.entries(good)) {
    if (name.includes("newer")) continue;
    for (const field of Object.keys(value)) {
      const { [field]: _, ...rest } = value;
      if (field !== "crossed") assert.equal(readEvent(rest), null, `${name} without ${field}`);
      for (const wrong of [{}, NaN, -1, undefined, Infinity, [[]]]) {
        if (field === "crossed" && wrong === undefined) continue;
        if (field === "v" || field === "kind" || (field === "zone" && wrong === -1)) continue;
        assert.equal(readEvent({ ...value, [field]: wrong }), null, `${name}: ${field} = ${wrong}`);
      }
    }
  }
});

test("bounds", () => {
  const bad = [
    null,
    [],
    "attempt",
    7,
    attempt(1, { uuid: "7" }),
    attempt(1, { uuid: one.toUpperCase().replace("8", "G") }),
    attempt(1, { time: 8e15 }),
    attempt(1, { zone: 1441 }),
    attempt(1, { zone: 0.5 }),
    attempt(1, { score: 1.01 }),
    attempt(1, { ms: 86_400_001 }),
    attempt(1, { verdict: "maybe" }),
    attempt(1, { question: "q".repeat(201) }),
    attempt(1, { question: "q\u0000" }),
    attempt(1, { question: "" }),
    attempt(1, { revision: "c1" }),
    attempt(1, { chosen: ["z"] }),
    attempt(1, { chosen: ["a", "a"] }),
    attempt(1, { order: Array.from({ length: 101 }, (_, at) => `${at}`), chosen: [] }),
    attempt(1, { v: 0 }),
    event(1, "note", { question: "x/q", text: "n".repeat(NOTE_LIMIT + 1) }),
    event(1, "rating", { question: "x/q", attempt: one, grade: 5 }),
    event(1, "exam-date", { exam: "x", date: "2027-02-30", minutes: 30 }),
    event(1, "exam-date", { exam: "x", date: "2027-02-28T00:00", minutes: 30 }),
    event(1, "exam-date", { exam: "x", date: null, minutes: 1441 }),
    { ...good["exam-started"], form: { ...form, ids: ["x/q", "x/q"] } },
    event(1, "dream", { long: "n".repeat(300_000) }),
  ];
  for (const value of bad) assert.equal(readEvent(value), null, JSON.stringify(value)?.slice(0, 200));
  const circle = event(1, "dream", {});
  circle.self = circle;
  assert.equal(readEvent(circle), null);
  assert.ok(readEvent(event(1, "note", { question: "x/q", text: "n".repeat(NOTE_LIMIT) })));
});

test("what is made can be read, and what could not be read is not made", () => {
  const context = { uuid: one, device: "d", time: 5, zone: -300 };
  const made = newEvent({ kind: "flag", question: "x/q", on: true }, context);
  assert.equal(readEvent(made), made);
  assert.deepEqual(made, { v: 1, ...context, kind: "flag", question: "x/q", on: true });
  assert.throws(() => newEvent({ kind: "flag", question: "", on: true }, context), TypeError);
  assert.throws(() => newEvent({ kind: "dream" }, context), TypeError);
  assert.equal(uuidFrom(new Uint8Array(16).fill(255)), "ffffffff-ffff-4fff-bfff-ffffffffffff");
  assert.equal(uuidFrom(new Uint8Array(16)), "00000000-0000-4000-8000-000000000000");
});

test("merge: commutative, associative, twice is as once, ordered", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const below = (limit) => Math.floor(random() * limit);
    // Few uuids and times, so that both collide; and forged events that share a uuid with another content.
    const log = () =>
      Array.from({ length: below(12) }, () => {
        const number = below(15);
        const forged = below(8) === 0;
        return attempt(number, { time: below(4), ms: forged ? below(3) : 9, device: forged ? "forger" : "d1" });
      });
    const [a, b, c] = [log(), log(), log()];
    const ab = merge(a, b);
    assert.deepEqual(ab, merge(b, a), `seed ${seed}`);
    assert.deepEqual(merge(ab, c), merge(a, merge(b, c)), `seed ${seed}`);
    assert.deepEqual(merge(ab, ab), ab);
    assert.deepEqual(merge(ab, a), ab);
    assert.deepEqual(new Set(ab.map((it) => it.uuid)), new Set([...a, ...b].map((it) => it.uuid)));
    assert.equal(new Set(ab.map((it) => it.uuid)).size, ab.length);
    for (let at = 1; at < ab.length; at++) {
      const [x, y] = [ab[at - 1], ab[at]];
      assert.ok(x.time < y.time || (x.time === y.time && x.uuid < y.uuid));
    }
  }
});

test("SHA-256 is that of another implementation", () => {
  const random = seeded(1);
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, () => random() * 256);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
  assert.equal(hex(sha256("é")), createHash("sha256").update("é").digest("hex"));
  const part = new Uint8Array(200).fill(3).subarray(7, 150);
  assert.equal(hex(sha256(part)), createHash("sha256").update(part).digest("hex"), "a view into a buffer");
});

// The vectors were made by another program, tests/identity.py. They do not say which choices are the key: exactly one
// set of them must give its half of the revision.
test("the half of a revision that stands for the key is that of the program", () => {
  const golden = readFileSync(new URL("../identity.golden", import.meta.url), "utf8").trim();
  for (const line of golden.split("\n")) {
    const [name, list, revision] = line.split("\t");
    const ids = list.split(" ");
    const subsets = Array.from({ length: 2 ** ids.length }, (_, bits) => ids.filter((_, at) => bits & (1 << at)));
    const fitting = subsets.filter((key) => `${revision.split(".")[0]}.${keyHash(key)}` === revision);
    assert.equal(fitting.length, 1, name);
    assert.equal(keyHash([...fitting[0]].reverse()), keyHash(fitting[0]), "their order does not count");
  }
});
