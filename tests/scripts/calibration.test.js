// Does readiness hold what it says? Simulated learners follow the plan for five weeks; after one, three and five weeks
// (the day before the exam) readiness is worked out, and a mock exam is sat to compare. Seeds are fixed, and are not those
// that the model was tuned with.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readiness } from "../../themes/default/scripts/study/readiness.js";
import { reserved } from "../../themes/default/scripts/study/reserve.js";
import { BEGIN, Learner, bankOf, dayOf, kinds } from "./learners.js";

const LEARNERS = 420;
const DAYS = 35;
const LOOKS = [7, 21, 34];
const BIN = 200;

const bank = bankOf({
  questions: 300,
  weights: [200, 180, 150, 130, 120, 100, 70, 50],
  objectives: 4,
  mock: { questions: 30, minutes: 30 },
});
// Nobody has seen anything at first, so it is the same for all.
const keep = reserved(bank, () => false);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function looks(kind) {
  const found = [];
  for (let at = 0; at < LEARNERS; at++) {
    const learner = new Learner(bank, `check/${kind}/${at}`, { ...kinds[kind], expected: 680 });
    for (let day = 0; day < DAYS; day++) {
      if (LOOKS.includes(day)) {
        const { attempts } = learner;
        const { probability, low, high } = readiness({ bank, attempts, today: BEGIN + day, dayOf });
        const truth = learner.trueScore();
        const right = attempts.filter(({ verdict }) => verdict === "right").length;
        found.push({
          day,
          predicted: probability,
          passed: learner.wouldPass(bank.mock.questions) ? 1 : 0,
          held: low <= truth && truth <= high ? 1 : 0,
          width: high - low,
          naive: right * 100 >= attempts.length * bank.passMark ? 1 : 0,
        });
      }
      learner.follow(BEGIN + day, BEGIN + DAYS, 20, { ms: () => 60_000, keep });
    }
  }
  return found;
}

/** Bins of equal size, at least 200 each. */
function bins(found) {
  const sorted = [...found].sort((a, b) => a.predicted - b.predicted);
  const count = Math.floor(sorted.length / BIN);
  return Array.from({ length: count }, (_, at) => {
    const part = sorted.slice(Math.round((at * sorted.length) / count), Math.round(((at + 1) * sorted.length) / count));
    return {
      n: part.length,
      predicted: mean(part.map((it) => it.predicted)),
      passed: mean(part.map((it) => it.passed)),
    };
  });
}

for (const kind of Object.keys(kinds)) {
  test(`readiness is calibrated: ${kind} learners`, (context) => {
    const all = looks(kind);
    const found = all.filter(({ predicted }) => predicted !== null);
    assert.ok(found.length > 0.95 * all.length, "nearly all have enough data after a week");
    const parts = bins(found);
    const error = parts.reduce((sum, it) => sum + (it.n / found.length) * Math.abs(it.predicted - it.passed), 0);
    const brier = mean(found.map((it) => (it.predicted - it.passed) ** 2));
    const naive = mean(found.map((it) => (it.naive - it.passed) ** 2));
    const held = mean(found.map((it) => it.held));
    context.diagnostic(
      `${kind}: n ${found.length}, calibration error ${error.toFixed(3)}, interval holds ${(100 * held).toFixed(1)} %, ` +
        `Brier ${brier.toFixed(3)} (percent correct ${naive.toFixed(3)}: ${(100 * (1 - brier / naive)).toFixed(0)} % lower)`,
    );
    for (const day of LOOKS) {
      const part = found.filter((it) => it.day === day);
      const of = (name) => mean(part.map((it) => it[name])).toFixed(3);
      context.diagnostic(
        `  day ${day}: predicted ${of("predicted")} passed ${of("passed")} holds ${of("held")} width ${of("width")}`,
      );
    }
    for (const { n, predicted, passed } of parts) {
      assert.ok(n >= BIN);
      context.diagnostic(`  n ${n}: predicted ${predicted.toFixed(3)} passed ${passed.toFixed(3)}`);
    }
    assert.ok(error <= (kind === "plain" ? 0.05 : 0.08), `calibration error ${error}`);
    assert.ok(held >= 0.85 && held <= 0.95, `interval holds ${held}`);
    assert.ok(brier <= 0.8 * naive, `Brier ${brier} against ${naive}`);
  });
}
