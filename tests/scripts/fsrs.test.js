import assert from "node:assert/strict";
import { test } from "node:test";
import { createEmptyCard, fsrs } from "ts-fsrs";
import { random } from "../../themes/default/scripts/shuffle.js";
import { answer, begin, interval, next, recall } from "../../themes/default/scripts/study/fsrs.js";
import { dayOf } from "../../themes/default/scripts/study/days.js";

const DAY = 86_400_000;

/** 10,000 histories of 1 to 20 answers: gaps of no day up to years, all grades; the same each time. */
function* histories() {
  const next = random("fsrs");
  const below = (n) => Math.floor((next() / 2 ** 32) * n);
  for (let at = 0; at < 10_000; at++) {
    let time = Date.UTC(2020, 0, 1) + below(3000) * DAY + below(DAY);
    const history = [];
    for (let left = 1 + below(20); left > 0; left--) {
      history.push({ time, grade: 1 + below(4) });
      const gaps = [below(3_600_000), below(DAY), DAY + below(2 * DAY), below(30 * DAY), below(700 * DAY)];
      time += gaps[below(5)];
    }
    yield history;
  }
}

test("10,000 random histories: as the reference implementation, in UTC and with days that begin at midnight", () => {
  const days = fsrs({ learning_steps: [], relearning_steps: [] });
  const minutes = fsrs();
  let answers = 0;
  for (const history of histories()) {
    let card = createEmptyCard(new Date(history[0].time));
    let stepped = card;
    let memory = null;
    let last = 0;
    for (const { time, grade } of history) {
      const day = dayOf({ time, zone: 0 }, 0);
      const ours = answer(memory, memory ? day - last : 0, grade);
      card = days.next(card, new Date(time), grade).card;
      stepped = minutes.next(stepped, new Date(time), grade).card;
      // Steps of minutes decide when to ask, and not what is remembered.
      for (const theirs of [card, stepped]) {
        assert.ok(Math.abs(ours.memory.stability - theirs.stability) <= 1e-6);
        assert.ok(Math.abs(ours.memory.difficulty - theirs.difficulty) <= 1e-6);
      }
      assert.equal(ours.interval, card.scheduled_days);
      memory = ours.memory;
      last = day;
      answers++;
    }
  }
  assert.ok(answers > 100_000);
});

test("the vector of the specification", () => {
  const gaps = [0, 0, 1, 3, 8, 21];
  let memory = begin(1);
  for (const gap of gaps.slice(1)) memory = next(memory, gap, 3);
  assert.equal(memory.stability.toFixed(5), "53.62690");
  assert.equal(memory.difficulty.toFixed(6), "6.357487");
});

test("first intervals, and those of a question that is always known when it comes up", () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((grade) => answer(null, 0, grade).interval),
    [1, 1, 2, 8],
  );
  const waits = [];
  let state = answer(null, 0, 3);
  for (let turn = 0; turn < 5; turn++) {
    waits.push(state.interval);
    state = answer(state.memory, state.interval, 3);
  }
  assert.deepEqual(waits, [2, 11, 46, 163, 497]);
});

test("after as many days as the stability says nine of ten are remembered", () => {
  for (const stability of [0.5, 2, 30, 400]) {
    assert.ok(Math.abs(recall(stability, stability) - 0.9) < 1e-6);
    assert.equal(interval(stability), Math.max(1, Math.round(stability)));
    assert.ok(interval(stability, 0.8) >= interval(stability));
  }
});
