import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, joinLetters, letterAt } from "../../themes/default/scripts/letters.js";

test("letters by place", () => {
  const table = { 0: "A", 1: "B", 7: "H", 25: "Z", 26: "AA", 27: "AB", 51: "AZ", 52: "BA" };
  for (const [index, letter] of Object.entries(table)) assert.equal(letterAt(Number(index)), letter);
});

test("letters as a list of the language", () => {
  const table = [
    [[], "en", ""],
    [["B"], "en", "B"],
    [["A", "C"], "en", "A and C"],
    [["A", "C", "D"], "en", "A, C, and D"],
    [["A", "C", "D"], "en-GB", "A, C and D"],
    [["A", "C"], "de", "A und C"],
    [["A", "C", "D"], "de", "A, C und D"],
    [["A", "C"], "es", "A y C"],
    [["A", "C"], "ar", "A وC"],
    // A malformed tag falls back to English.
    [["A", "C"], "not a tag", "A and C"],
    [["A", "C"], "", "A and C"],
  ];
  for (const [letters, lang, expected] of table) assert.equal(joinLetters(letters, lang), expected);
});

test("places of a sentence", () => {
  const table = [
    ["Correct. The answer is {letters}.", { letters: "A and C" }, "Correct. The answer is A and C."],
    ["Not yet: {n} of {count} selected.", { n: 1, count: 2 }, "Not yet: 1 of 2 selected."],
    ["{n} of {n}", { n: 0 }, "0 of 0"],
    ["{unknown} stays", {}, "{unknown} stays"],
    ["$& and {letters}", { letters: "$1" }, "$& and $1"],
    ["{letters}", { letters: "{n}", n: 3 }, "{n}"],
  ];
  for (const [sentence, values, expected] of table) assert.equal(fill(sentence, values), expected);
});
