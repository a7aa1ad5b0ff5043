import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceVerdict, howMany, score, verdict } from "../../themes/default/scripts/scoring.js";

/** "ABD" as a set of ids. */
const set = (letters) => new Set(letters);
const rules = ["all-or-nothing", "net", "per-choice"];

// The check values of SEMANTICS.md 5: five choices, the key is A, B and C.
test("check values of the specification", () => {
  const values = [
    // response, all-or-nothing, net, per-choice
    ["ABD", 0, 0.333, 0.6],
    ["ABCD", 0, 0.667, 0.8],
    ["", 0, 0, 0],
    ["ABC", 1, 1, 1],
  ];
  for (const [response, ...expected] of values) {
    rules.forEach((rule, index) => {
      const actual = score(rule, set("ABC"), set(response), 5);
      assert.ok(Math.abs(actual - expected[index]) < 0.0005, `${rule} ${response}: ${actual}`);
    });
  }
});

test("values worked out by hand from the formulas", () => {
  const values = [
    // key, response, shown, all-or-nothing, net, per-choice
    ["A", "A", 4, 1, 1, 1],
    ["A", "B", 4, 0, 0, 0.5], // 1 false, 1 missed of 4
    ["AB", "A", 4, 0, 0.5, 0.75],
    ["AB", "CD", 4, 0, 0, 0], // net: -2/2, floored
    ["AB", "AC", 4, 0, 0, 0.5],
    ["AB", "ABCD", 4, 0, 0, 0.5],
    ["ABCD", "ABCD", 4, 1, 1, 1],
    ["AB", "ABC", 5, 0, 0.5, 0.8],
  ];
  for (const [key, response, shown, ...expected] of values) {
    rules.forEach((rule, index) => {
      assert.equal(score(rule, set(key), set(response), shown), expected[index], `${rule} ${key} ${response}`);
    });
  }
});

/** Every response to every key of up to five choices. */
function* responses() {
  const subsets = (letters) =>
    Array.from({ length: 2 ** letters.length }, (_, mask) =>
      [...letters].filter((_, bit) => (mask >> bit) & 1).join(""),
    );
  for (const all of ["AB", "ABC", "ABCD", "ABCDE"]) {
    for (const key of subsets(all).filter(Boolean)) {
      for (const response of subsets(all)) yield { key, response, shown: all.length };
    }
  }
}

test("a score is 0 to 1, is 1 only for the key, and a blank answer has none", () => {
  for (const { key, response, shown } of responses()) {
    for (const rule of rules) {
      const actual = score(rule, set(key), set(response), shown);
      assert.ok(actual >= 0 && actual <= 1);
      assert.equal(actual === 1, key === response);
      if (response === "") assert.equal(actual, 0);
    }
  }
});

test("four verdicts on a choice", () => {
  assert.equal(choiceVerdict(true, true), "correct");
  assert.equal(choiceVerdict(false, true), "wrong");
  assert.equal(choiceVerdict(true, false), "missed");
  assert.equal(choiceVerdict(false, false), "left");
});

test("verdicts on a response", () => {
  const table = [
    // rule, key, response, shown, count, verdict
    ["all-or-nothing", "A", "", 4, null, "none"],
    ["all-or-nothing", "A", "", 4, 1, "none"],
    ["all-or-nothing", "A", "A", 4, 1, "right"],
    ["all-or-nothing", "A", "B", 4, 1, "wrong"],
    // The number to select is known: another number is not yet an answer.
    ["all-or-nothing", "AB", "A", 4, 2, "incomplete"],
    ["all-or-nothing", "AB", "", 4, 2, "incomplete"],
    ["all-or-nothing", "AB", "ABC", 4, 2, "incomplete"],
    ["net", "AB", "C", 4, 2, "incomplete"],
    ["all-or-nothing", "AB", "AB", 4, 2, "right"],
    ["all-or-nothing", "AB", "AC", 4, 2, "wrong"],
    ["all-or-nothing", "AB", "CD", 4, 2, "wrong"],
    // The number is hidden: every number is an answer, but for none at all.
    ["all-or-nothing", "AB", "A", 4, null, "wrong"],
    ["all-or-nothing", "AB", "", 4, null, "none"],
    // Partly right is what earns a part of the points by the question's own rule.
    ["net", "AB", "A", 4, null, "partly"],
    ["net", "AB", "AC", 4, 2, "wrong"],
    ["net", "ABC", "ABD", 5, 3, "partly"],
    ["net", "AB", "CD", 5, 2, "wrong"],
    ["per-choice", "AB", "AC", 4, 2, "partly"],
    ["per-choice", "AB", "CD", 4, 2, "wrong"],
    // Points for what was rightly left, yet nothing chosen was right.
    ["per-choice", "AB", "C", 5, null, "wrong"],
  ];
  for (const [rule, key, response, shown, count, expected] of table) {
    const actual = verdict(rule, set(key), set(response), shown, count);
    assert.equal(actual, expected, `${rule} ${key} ${response} of ${count}`);
  }
});

test("right is the key and nothing else, under every rule", () => {
  for (const { key, response, shown } of responses()) {
    for (const rule of rules) {
      for (const count of [null, key.length]) {
        assert.equal(verdict(rule, set(key), set(response), shown, count) === "right", key === response);
      }
    }
  }
});

test("how many too few or too many, in the words of the page", () => {
  const lines = { few: "one more\ntwo more\n3 more", many: "one too many\n2 too many" };
  const table = [
    [-1, "one more"],
    [-3, "3 more"],
    [1, "one too many"],
    [2, "2 too many"],
    [3, ""],
  ];
  for (const [excess, expected] of table) assert.equal(howMany(lines, excess), expected);
  assert.equal(howMany({}, -1), "");
});
