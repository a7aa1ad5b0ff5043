import assert from "node:assert/strict";
import { test } from "node:test";
import { fit } from "../../themes/default/scripts/study/ability.js";
import { points } from "../../themes/default/scripts/study/points.js";
import { evidenceOf, gains, guessRate, passing, readiness } from "../../themes/default/scripts/study/readiness.js";
import { bankOf, dayOf, DAY } from "./learners.js";

const weights = [500, 300, 200];
const bank = bankOf({ questions: 400, weights, objectives: 2, mock: { questions: 50, minutes: 60 } });
const TODAY = 20_000;

/** Answers to `n` questions of each topic, so many of ten right, some days ago. */
function answers(n, right, { ago = 0, topics = [0, 1, 2], verdict = "wrong", skip = 0 } = {}) {
  return topics.flatMap((topic) =>
    bank.entries
      .filter((entry) => entry.topic === topic)
      .slice(skip, skip + n)
      .map(({ id }, at) => ({
        uuid: `${topic}/${at}`,
        question: id,
        time: (TODAY - ago) * DAY + DAY / 2,
        zone: 0,
        verdict: at % 10 < right ? "right" : verdict,
        score: at % 10 < right ? 1 : 0,
        ms: 60_000,
        confidence: null,
        hints: 0,
        first: true,
        again: false,
      })),
  );
}
const of = (attempts, more = {}) => readiness({ bank, attempts, today: TODAY, dayOf, ...more });

test("the chance of a blind guess", () => {
  assert.equal(guessRate({ choices: 4, keys: 1 }), 1 / 4);
  assert.equal(guessRate({ choices: 2, keys: 1 }), 1 / 2);
  assert.equal(guessRate({ choices: 5, keys: 2 }), 1 / 10);
  assert.equal(guessRate({ choices: 6, keys: 3 }), 1 / 20);
  assert.equal(guessRate({ choices: 0, keys: 1 }), 0);
});

test("the chance of so many right answers is that of all ways to get them", () => {
  const scores = [0.3, 0.8];
  const seats = [3, 4];
  for (let needed = 0; needed <= 8; needed++) {
    let sum = 0;
    for (let ways = 0; ways < 2 ** 7; ways++) {
      let chance = 1;
      let right = 0;
      for (let seat = 0; seat < 7; seat++) {
        const p = scores[seat < 3 ? 0 : 1];
        const hit = (ways >> seat) & 1;
        right += hit;
        chance *= hit ? p : 1 - p;
      }
      if (right >= needed) sum += chance;
    }
    assert.ok(Math.abs(passing(scores, seats, needed) - sum) < 1e-12);
  }
});

test("points have mean nought and variance one, and are the same each time", () => {
  for (const size of [1, 3, 12]) {
    const all = points(size);
    for (let at = 0; at < size; at++) {
      const mean = all.reduce((sum, point) => sum + point[at], 0) / all.length;
      const square = all.reduce((sum, point) => sum + point[at] ** 2, 0) / all.length;
      assert.ok(Math.abs(mean) < 1e-12 && Math.abs(square - 1) < 1e-9);
    }
  }
  assert.deepEqual(of(answers(20, 7)), of(answers(20, 7)));
});

test("nothing is said before each topic of weight has answers, and a topic without any is named", () => {
  assert.deepEqual([of([]).probability, of([]).missing], [null, [0, 1, 2]]);
  const some = of(answers(40, 10, { topics: [0, 1] }));
  assert.deepEqual([some.probability, some.missing], [null, [2]]);
  assert.notEqual(of(answers(2, 10)).probability, null);
});

test("a topic without data is wide, not nought and not skipped", () => {
  const known = of(answers(40, 8));
  const partly = of(answers(40, 8, { topics: [0, 1] }));
  assert.ok(partly.topics[2].score > 0.5 && partly.topics[2].score < known.topics[0].score);
  assert.ok(partly.high - partly.low > known.high - known.low);
});

test("the approximation is what integrating over all abilities gives", () => {
  // One topic, no age: ability and topic are one normal number; summed up on a fine grid.
  const list = Array.from({ length: 40 }, (_, at) => ({
    topic: 0,
    score: at < 26 ? 1 : 0,
    guess: 0.25,
    weight: 1,
    age: 0,
  }));
  const { mean, root } = fit(list, 1);
  const variance = 0.9 ** 2 + 0.5 ** 2;
  let [mass, first, second] = [0, 0, 0];
  for (let value = -6; value < 6; value += 0.001) {
    const p = 0.25 + 0.75 / (1 + Math.exp(-value));
    const weight = Math.exp(26 * Math.log(p) + 14 * Math.log(1 - p) + 24 - (value + 0.5) ** 2 / (2 * variance));
    mass += weight;
    first += weight * value;
    second += weight * value * value;
  }
  const exact = first / mass;
  const spread = Math.sqrt(second / mass - exact ** 2);
  assert.ok(Math.abs(mean[0] - exact) < 0.1, `${mean[0]} for ${exact}`);
  const own = Math.sqrt(root[0][0] ** 2 - 0.12 ** 2);
  assert.ok(Math.abs(own / spread - 1) < 0.1, `${own} for ${spread}`);
});

test("more right answers never make it less likely, and more answers make it surer", () => {
  const chances = [0, 2, 4, 6, 7, 8, 9, 10].map((right) => of(answers(30, right)).probability);
  chances.slice(1).forEach((chance, at) => assert.ok(chance > chances[at]));
  assert.ok(chances.at(-1) > 0.95 && chances[0] < 0.01);
  const widths = [10, 20, 60].map((n) => of(answers(n, 7))).map(({ low, high }) => high - low);
  widths.slice(1).forEach((width, at) => assert.ok(width < widths[at]));
});

test("answers that only show memory do not count, such after thirty days count less, old ones less and less", () => {
  const first = answers(20, 5, { ago: 10 });
  const again = (ago) => of([...answers(20, 5, { ago: 60 }), ...answers(20, 10, { ago })]);
  assert.equal(of([...first, ...answers(20, 10, { ago: 3 })]).answers, 60);
  assert.equal(again(40).answers, 60);
  assert.equal(again(30).answers, 120);
  assert.ok(again(30).score > again(31).score + 0.02);
  const evidence = (ago) => of(answers(20, 5, { ago })).evidence;
  assert.equal(evidence(0), 60);
  assert.ok(Math.abs(evidence(40) - 30) < 1e-9);
  assert.ok(Math.abs(evidenceOf(bank, answers(1, 0, { ago: 80, topics: [0] }), TODAY, dayOf)[0].weight - 0.25) < 1e-12);
});

test("a question whose answer was only looked at is seen, and tells nothing", () => {
  const looked = of(answers(20, 0, { verdict: "revealed" }));
  assert.deepEqual([looked.answers, looked.unseen, looked.probability], [0, 340, null]);
});

test("guesses are taken into account: at the rate of guessing nothing is known", () => {
  const { topics } = of(answers(60, 2.5));
  for (const { score } of topics) assert.ok(score < 0.4);
});

test("1,000 answers take less than 50 ms", (context) => {
  const all = [
    ...answers(120, 7),
    ...answers(80, 6, { skip: 120 }),
    ...answers(120, 8, { ago: 5 }),
    ...answers(120, 7, { ago: 45 }),
  ];
  const attempts = all.sort((a, b) => a.time - b.time).slice(0, 1000);
  assert.equal(attempts.length, 1000);
  of(attempts);
  const begin = process.cpuUsage();
  for (let turn = 0; turn < 10; turn++) of(attempts);
  const { user, system } = process.cpuUsage(begin);
  const ms = (user + system) / 10_000;
  context.diagnostic(`${ms.toFixed(1)} ms of CPU`);
  assert.ok(ms < 50);
});

test("an hour gains most in a heavy topic that is weak and has open questions", () => {
  const attempts = [
    ...answers(40, 9, { topics: [0] }),
    ...answers(40, 3, { topics: [1] }),
    ...answers(40, 9, { topics: [2] }),
  ];
  const result = of(attempts);
  const list = gains(bank, result, new Map(), 60_000);
  assert.deepEqual(
    list.map(({ topic }) => topic),
    [1, 0, 2],
  );
  // 60 of the 120 questions of the topic, its weight and what it lacks.
  assert.ok(Math.abs(list[0].gain - 0.3 * (1 - result.topics[1].score) * 0.5) < 1e-12);
  const done = new Map(bank.entries.map(({ id }) => [id, { grade: 3 }]));
  assert.deepEqual(gains(bank, result, done, 60_000), []);
});
