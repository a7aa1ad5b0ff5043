import assert from "node:assert/strict";
import { test } from "node:test";
import { readBank } from "../../themes/default/scripts/study/bank.js";
import {
  choose,
  fitting,
  fromQuery,
  orders,
  sources,
  toQuery,
  usual,
} from "../../themes/default/scripts/study/choose.js";
import { file } from "./bank_file.js";

const bank = readBank(file());
const nobody = new Set();
const blank = { answered: 0, right: 0, seen: false, wrong: false, flagged: false, due: false };
const unknown = () => blank;
/** Facts by slug; whatever is not named is new. */
const facts = (some) => (id) => ({ ...blank, ...some[bank.byId.get(id).slug] });
const slugs = (entries) => entries.map(({ slug }) => slug);
const ask = (some) => ({ ...usual(), order: "bank", count: 0, ...some });
const found = (some, known = unknown, reserved = nobody) => slugs(fitting(bank, ask(some), known, reserved)).join(" ");

test("columns become entries: ids, addresses, words for numbers", () => {
  const [first, , , fourth, , last] = bank.entries;
  assert.equal(first.id, "demo/q0");
  assert.equal(first.url, "/base/demo/one/q0/");
  assert.deepEqual([first.difficulty, first.type, first.group, first.scenario], ["easy", "single", -1, -1]);
  assert.equal(fourth.difficulty, "");
  assert.deepEqual([last.id, last.url], ["elsewhere/own-id", "/base/demo/two/own-id/"]);
  assert.equal(bank.byId.get("demo/q4"), bank.entries[4]);
});

test("an id without a slash, and one that is another exam's", () => {
  const odd = { ...file(), slug: ["q0", "/bare", "q2", "q3", "q4", "other/x"], urls: { 1: "/base/demo/one/bare/" } };
  assert.deepEqual(
    readBank(odd).entries.map(({ id }) => id),
    ["demo/q0", "bare", "demo/q2", "demo/q3", "demo/q4", "other/x"],
  );
});

test("a bank in parts is the same bank", () => {
  const whole = file();
  whole.scorings = { 1: "net", 4: "per-choice" };
  const head = { ...whole };
  const parts = [0, 2, 4].map((from) => ({ version: 1, exam: "demo", from, n: 2 }));
  for (const name of ["slug", "topic", "objective", "difficulty", "type", "tagged", "revision", "choices", "keys"]) {
    for (const part of parts) part[name] = whole[name].slice(part.from, part.from + 2);
    delete head[name];
  }
  delete head.urls;
  delete head.scorings;
  parts[0].scorings = { 1: "net" };
  parts[2].scorings = { 4: "per-choice" };
  parts[2].urls = whole.urls;
  // What says the usual of a whole part is left out of that part alone.
  delete parts[2].objective;
  parts[2].tagged = undefined;
  assert.deepEqual(readBank(head, parts), readBank(whole));
  assert.deepEqual(
    readBank(whole).entries.map(({ scoring }) => scoring),
    ["all-or-nothing", "net", "all-or-nothing", "all-or-nothing", "per-choice", "all-or-nothing"],
  );
});

test("columns that are left out hold the usual value", () => {
  const small = {
    exam: "e",
    title: "E",
    url: "/e/",
    topics: [{ id: "t", title: "T", weight: 1000, url: "/e/t/", objectives: [] }],
    slug: ["x"],
  };
  const [entry] = readBank(small).entries;
  assert.deepEqual([entry.topic, entry.objective, entry.difficulty, entry.tags, entry.keys], [0, -1, "", [], 1]);
  assert.deepEqual([readBank(small).mock, readBank(small).passMark], [null, null]);
});

test("each filter by itself, and together they narrow", () => {
  assert.equal(found({}), "q0 q1 q2 q3 q4 elsewhere/own-id");
  assert.equal(found({ topics: ["two"] }), "q3 q4 elsewhere/own-id");
  assert.equal(found({ objectives: ["one.a"] }), "q0", "not the objective of the same name in another topic");
  assert.equal(found({ objectives: ["one.b", "two.a"] }), "q1 q3");
  assert.equal(found({ difficulties: ["hard"] }), "q2 q4");
  assert.equal(found({ types: ["multiple"] }), "q1 q4");
  assert.equal(found({ tags: ["gpu"] }), "q0 q1");
  assert.equal(found({ tags: ["gpu", "c++"] }), "q0 q1 q3");
  assert.equal(found({ tags: ["c++"], topics: ["one"], types: ["multiple"] }), "q1");
  assert.equal(found({ only: ["q4", "q0"], topics: ["one"] }), "q0 q4", "named questions outrank filters");
});

test("sources", () => {
  const known = facts({
    q0: { seen: true, answered: 1, right: 1, due: true },
    q1: { seen: true, answered: 2, right: 1, wrong: true },
    q3: { flagged: true },
  });
  const expected = {
    all: "q0 q1 q2 q3 q4 elsewhere/own-id",
    unseen: "q2 q3 q4 elsewhere/own-id",
    wrong: "q1",
    flagged: "q3",
    due: "q0",
    // What Today handed over is lost here: what is due, and what is new.
    today: "q0 q2 q3 q4 elsewhere/own-id",
  };
  assert.deepEqual(Object.keys(expected).sort(), [...sources].sort());
  for (const [source, list] of Object.entries(expected)) assert.equal(found({ source }, known), list, source);
});

test("the reserve is left out while unseen, unless asked for", () => {
  const known = facts({ q0: { seen: true } });
  const reserved = new Set(["demo/q0", "demo/q1", "demo/q4"]);
  assert.equal(found({}, known, reserved), "q0 q2 q3 elsewhere/own-id");
  assert.equal(found({ reserve: false }, known, reserved), "q0 q1 q2 q3 q4 elsewhere/own-id");
  assert.equal(found({ only: ["q1"] }, known, reserved), "q1");
});

test("random: a permutation that its seed decides, each order about as often", () => {
  const draw = (seed) => slugs(choose(bank, ask({ order: "random", seed }), unknown, nobody));
  assert.deepEqual(draw("7"), draw("7"));
  const firsts = new Map();
  for (let seed = 0; seed < 6000; seed++) {
    const order = draw(String(seed));
    assert.deepEqual([...order].sort(), slugs(bank.entries).sort());
    firsts.set(order[0], (firsts.get(order[0]) ?? 0) + 1);
  }
  // 5 degrees of freedom: 25.7 is exceeded by an honest die once in 10,000.
  const chi = [...firsts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  assert.ok(firsts.size === 6 && chi < 25.7, `${[...firsts]}`);
});

test("weakest first: own answers count most, then those of the topic", () => {
  // Topic one: 3 of 4 right, so 4/6 expected; topic two: 0 of 2, so 1/4.
  // q0 (2 + 4/3)/4 = .83, q1 (1 + 4/3)/4 = .58, q2 (4/3)/2 = .67, q3 (0 + 1/2)/4 = .125, q4 and own-id .25.
  const known = facts({ q0: { answered: 2, right: 2 }, q1: { answered: 2, right: 1 }, q3: { answered: 2, right: 0 } });
  const order = slugs(choose(bank, ask({ order: "weakest", seed: "1" }), known, nobody));
  assert.deepEqual([order[0], ...order.slice(3)], ["q3", "q1", "q2", "q0"]);
  assert.deepEqual(order.slice(1, 3).sort(), ["elsewhere/own-id", "q4"]);
});

test("how many", () => {
  assert.equal(choose(bank, ask({ count: 2 }), unknown, nobody).length, 2);
  assert.equal(choose(bank, ask({ count: 99 }), unknown, nobody).length, 6);
  assert.equal(choose(bank, ask({ count: 0 }), unknown, nobody).length, 6);
  assert.deepEqual(choose(bank, ask({ source: "due" }), unknown, nobody), []);
});

test("a selection and its query are the same, both ways", () => {
  assert.equal(toQuery(usual()), "");
  assert.deepEqual(fromQuery("", bank), usual());
  const values = {
    topics: [[], ["one"], ["one", "two"]],
    objectives: [[], ["one.a", "two.a"]],
    difficulties: [[], ["hard"]],
    types: [[], ["multiple", "single"]],
    tags: [[], ["c++", "gpu"]],
    only: [[], ["elsewhere/own-id", "q1"]],
    source: sources,
    order: orders,
    count: [10, 0, 1, 99999],
    reserve: [true, false],
    seed: ["", "0", "18446744073709551615"],
  };
  for (const [name, list] of Object.entries(values)) {
    for (const value of list) {
      const selection = { ...usual(), topics: ["two"], [name]: value };
      assert.deepEqual(fromQuery(toQuery(selection), bank), selection, toQuery(selection));
    }
  }
});

test("a query with what the bank does not know still asks something", () => {
  const odd = "?topic=gone,one,one&objective=two.z&source=magic&order=up&n=-3&seed=x&reserve=maybe&tag=%3Cb%3E&n=4";
  assert.deepEqual(fromQuery(odd, bank), { ...usual(), topics: ["one"] });
  assert.deepEqual(fromQuery("?topic=one&topic=two", bank).topics, ["one", "two"]);
});
