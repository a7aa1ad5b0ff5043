import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf } from "../../themes/default/scripts/keys.js";

const page = { focus: "other", dialog: false, shortcuts: true, state: "open", announced: false };
const checked = { ...page, state: "checked", announced: true };
const act = (press, context = page) => actionOf(typeof press === "string" ? { key: press } : press, context);

test("digits and letters choose by the place on screen", () => {
  for (let index = 0; index < 9; index++) {
    assert.deepEqual(act(String(index + 1)), { type: "choose", index });
  }
  [..."abcdefgh"].forEach((key, index) => {
    assert.deepEqual(act(key), { type: "choose", index });
    // Caps lock.
    assert.deepEqual(act(key.toUpperCase()), { type: "choose", index });
  });
  assert.equal(act("0"), null);
  assert.equal(act("i"), null);
});

test("Shift and a letter cross out", () => {
  [..."abcdefgh"].forEach((key, index) => {
    assert.deepEqual(act({ key: key.toUpperCase(), shiftKey: true }), { type: "cross", index });
    assert.deepEqual(act({ key, shiftKey: true }), { type: "cross", index });
  });
});

test("the other keys", () => {
  const table = {
    n: "next",
    p: "previous",
    r: "reveal",
    "?": "help",
    N: "next",
    P: "previous",
    R: "reveal",
    m: "flag",
  };
  for (const [key, type] of Object.entries(table)) assert.deepEqual(act(key), { type }, key);
  assert.deepEqual(act({ key: "?", shiftKey: true }), { type: "help" });
  for (const key of ["N", "P", "R", "M", "/"]) assert.equal(act({ key, shiftKey: true }), null, key);
});

test("keys that are not bound", () => {
  const keys = ["/", "j", "k", "x", " ", "Tab", "Escape", "ArrowDown", "Home", "End", "F1", "Shift", "Dead"];
  for (const key of [...keys, "Delete", "Clear", "Unidentified", "AltGraph"]) assert.equal(act(key), null, key);
});

test("Enter checks, then waits for the verdict, then goes on", () => {
  assert.deepEqual(act("Enter"), { type: "check" });
  for (const state of ["checked", "revealed"]) {
    assert.deepEqual(act("Enter", { ...page, state, announced: false }), { type: "hold" });
    assert.deepEqual(act("Enter", { ...page, state, announced: true }), { type: "advance" });
  }
});

test("Enter held down does nothing more", () => {
  for (const context of [page, checked])
    assert.deepEqual(act({ key: "Enter", repeat: true }, context), { type: "hold" });
});

test("on a link, button or summary Enter keeps its meaning, the others still work", () => {
  for (const context of [page, checked]) assert.equal(act("Enter", { ...context, focus: "control" }), null);
  assert.deepEqual(act("a", { ...page, focus: "control" }), { type: "choose", index: 0 });
  assert.deepEqual(act("n", { ...page, focus: "control" }), { type: "next" });
});

const presses = ["1", "9", "a", "h", "A", "n", "p", "r", "?", "Enter", "Escape"];

test("inert in text fields, while a dialog is open, and with Ctrl, Alt or Meta", () => {
  for (const key of presses) {
    for (const context of [page, checked]) {
      assert.equal(act(key, { ...context, focus: "text" }), null);
      assert.equal(act(key, { ...context, dialog: true }), null);
      for (const modifier of ["ctrlKey", "altKey", "metaKey", "isComposing"]) {
        assert.equal(act({ key, [modifier]: true }, context), null, `${modifier} ${key}`);
        assert.equal(act({ key, [modifier]: true, shiftKey: true }, context), null, `${modifier} Shift ${key}`);
      }
    }
  }
});

test("with the shortcuts off only Enter is left", () => {
  const off = { ...page, shortcuts: false };
  for (const key of presses.filter((key) => key !== "Enter")) {
    assert.equal(act(key, off), null);
    assert.equal(act({ key, shiftKey: true }, off), null);
  }
  assert.deepEqual(act("Enter", off), { type: "check" });
});

test("a held key does not repeat", () => {
  for (const key of presses.filter((key) => key !== "Enter")) assert.equal(act({ key, repeat: true }), null);
});

test("where the keyboard writes another script, the key's place counts", () => {
  assert.deepEqual(act({ key: "ф", code: "KeyA" }), { type: "choose", index: 0 });
  assert.deepEqual(act({ key: "Ф", code: "KeyA", shiftKey: true }), { type: "cross", index: 0 });
  assert.deepEqual(act({ key: "ى", code: "KeyN" }), { type: "next" });
  assert.deepEqual(act({ key: "٣", code: "Digit3" }), { type: "choose", index: 2 });
  assert.equal(act({ key: "ж", code: "Semicolon" }), null);
  // A Latin layout goes by its letters, wherever they are, and its accents are no letters of ours.
  assert.deepEqual(act({ key: "a", code: "KeyQ" }), { type: "choose", index: 0 });
  assert.equal(act({ key: "é", code: "Digit2" }), null);
});
