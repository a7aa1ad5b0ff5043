// Logs for tests: made by a small seeded generator, so that a failure comes back.

import { lookupOf, readBank } from "../../themes/default/scripts/study/bank.js";
import { join } from "../../themes/default/scripts/study/lookup.js";

/** Mulberry32: numbers from 0 up to 1. */
export function seeded(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const uuidOf = (number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

/** An attempt with usual values; each field can be given. */
export const attempt = (number, fields = {}) => ({
  v: 1,
  uuid: uuidOf(number),
  device: "d1",
  time: 1_800_000_000_000 + number * 1000,
  zone: 60,
  kind: "attempt",
  question: "x/q",
  revision: "c1.k1",
  chosen: ["a"],
  order: ["a", "b", "c", "d"],
  verdict: "right",
  score: 1,
  ms: 20_000,
  confidence: null,
  hints: 0,
  mode: "page",
  form: null,
  ...fields,
});

/** Another kind of event. */
export const event = (number, kind, fields) => ({
  v: 1,
  uuid: uuidOf(number),
  device: "d1",
  time: 1_800_000_000_000 + number * 1000,
  zone: 60,
  kind,
  ...fields,
});

/** The index of an exam `x` with questions given as `{ slug: revision }`. */
export const bank = (revisions, fields = {}) => ({
  version: 1,
  exam: "x",
  topics: [{ id: "t", title: "T", weight: 1000, url: "/x/t/", objectives: [] }],
  slug: Object.keys(revisions),
  revision: Object.values(revisions),
  choices: Object.keys(revisions).map(() => 4),
  ...fields,
});

/** What is needed of several such indexes to read a log. */
export const lookup = (...banks) => join(banks.map((it) => lookupOf(readBank(it, []))));
