// Where things go in a picture, worked out by hand.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  band,
  calendar,
  columns,
  labelled,
  line,
  linear,
  months,
  ticks,
} from "../../themes/default/scripts/pictures/layout.js";

const dayOf = (text) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe("scales", () => {
  test("values go to their places, and those beyond the domain to its ends", () => {
    const y = linear([0, 50], [100, 0]);
    assert.deepEqual([0, 25, 50, 60, -1].map(y), [100, 50, 0, 0, 100]);
  });
  test("a domain of one value has one place", () => assert.equal(linear([3, 3], [10, 90])(3), 10));
  test("ticks are round and reach the most", () => {
    assert.deepEqual(ticks(43, 3, true), [0, 20, 40, 60]);
    assert.deepEqual(ticks(0.3, 3), [0, 0.1, 0.2, 0.3]);
    assert.deepEqual(ticks(1, 4), [0, 0.5, 1]);
    assert.deepEqual(ticks(7, 3, true), [0, 5, 10]);
    assert.deepEqual(ticks(100, 2, true), [0, 50, 100]);
  });
  test("counts have no halves, and nothing still has a scale", () => {
    assert.deepEqual(ticks(1, 3, true), [0, 1]);
    assert.deepEqual(ticks(0, 3, true), [0, 1]);
    assert.deepEqual(ticks(2, 3, true), [0, 1, 2]);
  });
  test("whatever the most is: at least one step, not many, and none is missed", () => {
    for (let most = 1; most < 20_000; most = most * 1.13 + 1) {
      for (const whole of [true, false]) {
        const values = ticks(most, 3, whole);
        assert.ok(values.length >= 2 && values.length <= 5, `${most}: ${values}`);
        assert.ok(values[values.length - 1] >= most * (1 - 1e-9), `${most}: ${values}`);
        if (whole) assert.ok(values.every(Number.isInteger), `${most}: ${values}`);
      }
    }
  });
});

describe("paths", () => {
  test("a line, rounded to a tenth", () =>
    assert.equal(
      line([
        [0, 1.26],
        [10, 2],
      ]),
      "M0 1.3L10 2",
    ));
  test("a band goes along the upper line and back along the lower", () => {
    assert.equal(
      band([
        { x: 0, low: 9, high: 1 },
        { x: 5, low: 8, high: 2 },
      ]),
      "M0 1L5 2L5 8L0 9Z",
    );
    assert.equal(band([]), "");
  });
});

describe("labels and columns", () => {
  test("as many labels as there is room for, with the first and the last", () => {
    assert.deepEqual(labelled(10, 300, 70), [0, 3, 6, 9]);
    assert.deepEqual(labelled(3, 1000, 70), [0, 1, 2]);
    assert.deepEqual(labelled(30, 100, 70), [0, 29]);
    assert.deepEqual(labelled(1, 100, 70), [0]);
    assert.deepEqual(labelled(0, 100, 70), []);
  });
  test("columns are as wide as their weights, and fill the width with their gaps", () => {
    assert.deepEqual(columns([600, 400], 104, 4), [
      { x: 0, width: 60 },
      { x: 64, width: 40 },
    ]);
    assert.deepEqual(columns([0, 0], 100, 0), [
      { x: 0, width: 50 },
      { x: 50, width: 50 },
    ]);
  });
});

describe("calendar", () => {
  // 1 December 2026 is a Tuesday.
  const today = dayOf("2026-12-01");
  test("the last column holds this week up to today, whatever day a week begins with", () => {
    const monday = calendar(new Map(), today, 2, 1);
    assert.equal(monday.length, 9);
    assert.deepEqual([monday[0].day, monday[0].column, monday[0].row], [dayOf("2026-11-23"), 0, 0]);
    assert.deepEqual([monday[8].day, monday[8].column, monday[8].row], [today, 1, 1]);
    const sunday = calendar(new Map(), today, 2, 0);
    assert.equal(sunday[0].day, dayOf("2026-11-22"));
    const saturday = calendar(new Map(), today, 1, 6);
    assert.equal(saturday[0].day, dayOf("2026-11-28"));
  });
  test("four levels by the busiest day shown; anything at all is at least one", () => {
    const days = new Map([
      [today, 40],
      [today - 1, 1],
      [today - 2, 21],
      [today - 100, 4000],
    ]);
    const levels = calendar(days, today, 1, 6).map(({ level }) => level);
    assert.deepEqual(levels, [0, 3, 1, 4]);
  });
  test("a month is named where its first day is", () => {
    const cells = calendar(new Map(), today, 6, 1);
    // Six weeks back is Monday, 26 October: 1 November, a Sunday, is in that week.
    assert.deepEqual(months(cells), [
      { column: 0, day: dayOf("2026-11-01") },
      { column: 5, day: today },
    ]);
  });
});
