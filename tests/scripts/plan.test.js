import assert from "node:assert/strict";
import { test } from "node:test";
import { planToday, weaknessOf } from "../../themes/default/scripts/study/plan.js";
import { reserved } from "../../themes/default/scripts/study/reserve.js";
import { deckOf, dueDay } from "../../themes/default/scripts/study/review.js";
import { BEGIN, DAY, Learner, bankOf, dayOf } from "./learners.js";

const MINUTE = 60_000;
const weights = [160, 140, 140, 200, 180, 180];
const bank = bankOf({ questions: 240, weights, objectives: 5, mock: { questions: 20, minutes: 30 } });
const none = reserved(bank, () => false);

/** A plan of 30 minutes a day at a minute for each question, for who did nothing so far. */
const plan = (more = {}) =>
  planToday({
    bank,
    cards: new Map(),
    reserved: none,
    today: BEGIN,
    exam: BEGIN + 35,
    minutes: 30,
    ms: MINUTE,
    ...more,
  });

/** Answers at noon. */
const answers = (ids, day, verdict = "right") =>
  ids.map((question, at) => ({
    uuid: `${day}/${at}`,
    question,
    time: day * DAY + DAY / 2 + at,
    zone: 0,
    verdict,
    score: verdict === "right" ? 1 : 0,
    ms: MINUTE,
    confidence: null,
    hints: 0,
    first: true,
    again: false,
  }));
const cardsOf = (attempts) => deckOf(bank, attempts, new Map(), dayOf).cards;

test("a day holds what its minutes hold, by the learner's own time for a question", () => {
  for (const [minutes, ms, count] of [
    [30, MINUTE, 30],
    [30, 2 * MINUTE, 15],
    [10, 90_000, 6],
    [0, MINUTE, 0],
  ]) {
    assert.equal(plan({ minutes, ms }).fresh.length, count);
  }
  assert.equal(plan({ spent: 20 * MINUTE }).fresh.length, 10);
  assert.equal(plan({ spent: 90 * MINUTE }).fresh.length, 0);
});

test("what is kept for mock exams stays unseen, unless an objective has nothing else", () => {
  let cards = new Map();
  for (let day = 0; day < 28; day++) {
    const { fresh } = plan({ cards, today: BEGIN + day });
    for (const id of fresh) assert.ok(!none.has(id), id);
    cards = new Map([...cards, ...cardsOf(answers(fresh, BEGIN + day))]);
  }
  const scarce = bank.entries.filter(({ topic, objective }) => topic === 0 && objective === 0).map(({ id }) => id);
  const { fresh } = plan({ reserved: new Set(scarce) });
  assert.equal(fresh.filter((id) => scarce.includes(id)).length, 1);
});

test("new questions meet objectives first, then go by weight and weakness", () => {
  const { fresh } = plan();
  const objective = (id) => `${bank.byId.get(id).topic}.${bank.byId.get(id).objective}`;
  assert.equal(new Set(fresh.map(objective)).size, 30, "all 30 objectives on the first day");

  const met = cardsOf(answers(fresh, BEGIN));
  const count = (weakness) => {
    const counts = weights.map(() => 0);
    for (const id of plan({ cards: met, minutes: 100, weakness, today: BEGIN + 1 }).fresh)
      counts[bank.byId.get(id).topic]++;
    return counts;
  };
  const even = count([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
  assert.ok(even[3] > even[0] && even[0] >= even[1]);
  const weak = count([0.5, 0.9, 0.5, 0.1, 0.5, 0.5]);
  assert.ok(weak[1] > even[1] && weak[3] < even[3]);
});

test("weakness is the share of first answers that were not right, drawn towards the whole", () => {
  const first = bank.entries.filter(({ topic }) => topic === 0).map(({ id }) => id);
  const weakness = weaknessOf(bank, [
    ...answers(first.slice(0, 16), 1, "wrong"),
    ...answers(first.slice(16, 20), 1, "revealed"),
  ]);
  // All: (0 + 2) / (16 + 4) right; the topic: 1 - (0 + 4 * 0.1) / (16 + 4); one without answers: 1 - 0.1.
  assert.ok(Math.abs(weakness[0] - 0.98) < 1e-12);
  assert.ok(Math.abs(weakness[1] - 0.9) < 1e-12);
});

test("reviews get their part of a day, and new ones theirs", () => {
  const cards = cardsOf(
    answers(
      bank.entries.slice(0, 120).map(({ id }) => id),
      BEGIN - 3,
      "wrong",
    ),
  );
  const { due, fresh } = plan({ cards });
  assert.equal(due.length + fresh.length, 30);
  assert.ok(due.length >= 6 && fresh.length >= 1);
  assert.equal(plan({ cards, limit: 2 }).due.length, 2);
  for (const id of due) assert.ok(dueDay(cards.get(id), BEGIN + 35) <= BEGIN);
});

test("falling behind re-plans and never piles up", () => {
  const cards = cardsOf(
    answers(
      bank.entries.slice(0, 100).map(({ id }) => id),
      BEGIN,
    ),
  );
  for (const today of [BEGIN + 1, BEGIN + 10, BEGIN + 20, BEGIN + 27]) {
    const { due, fresh, days } = plan({ cards, today });
    assert.ok(due.length + fresh.length <= 30);
    for (const day of days) assert.ok(day.fresh + day.due <= 30);
  }
});

test("the last week is mock exams and errors", () => {
  const ids = bank.entries.map(({ id }) => id).filter((id) => !none.has(id));
  const cards = cardsOf([...answers(ids.slice(0, 150), BEGIN), ...answers(ids.slice(150), BEGIN + 1, "wrong")]);
  const errors = new Set(ids.slice(150));
  const at = (left, more) => plan({ cards, today: BEGIN + 35 - left, ...more });
  assert.equal(at(8).phase, "learn");
  assert.equal(at(7).phase, "last-week");
  const { due, mock, fresh } = at(7);
  assert.ok(!mock && due.length > 0 && fresh.length === 0);
  for (const id of due.slice(0, errors.size)) assert.ok(errors.has(id));
  assert.deepEqual(
    [7, 6, 5, 4, 3, 2, 1].map((left) => at(left, { mocks: left < 5 ? 1 : 0 }).mock),
    [false, false, true, false, false, true, true],
  );
  assert.equal(at(1, { mocks: 2 }).mock, false);
  assert.equal(at(0).phase, "over");
  assert.deepEqual([at(0).due, at(0).fresh, at(0).days], [[], [], []]);
});

test("without a date there is a plan for today all the same", () => {
  const { phase, fresh, days } = plan({ exam: null });
  assert.equal(phase, "open");
  assert.equal(fresh.length, 30);
  assert.equal(days.length, 28);
});

test("the plan says what fits and what will not", () => {
  const much = plan({ minutes: 60 }).fit;
  assert.deepEqual([much.questionsLeft, much.objectivesLeft, much.questions, much.objectives], [0, 0, 240, 30]);
  const little = plan({ minutes: 2 }).fit;
  assert.equal(little.questions + little.questionsLeft, 240);
  assert.ok(little.questionsLeft > 100);
  assert.equal(plan({ minutes: 0 }).fit.objectivesLeft, 30);
});

/** 35 days of 30 minutes, 775 questions, right at first sight in 50 % of the cases at first, 70 % at last. */
function simulate(seconds) {
  const whole = bankOf({ questions: 775, weights, objectives: 8, mock: { questions: 60, minutes: 60 } });
  const expected = (35 * 30 * 60) / seconds;
  const it = new Learner(whole, "plan", { start: -0.8, startSd: 0, topicSd: 0, growth: 1.25, growthSd: 0, expected });
  const exam = BEGIN + 35;
  const begin = it.trueScore();
  const met = () =>
    new Set([...it.seen].map((id) => whole.byId.get(id)).map(({ topic, objective }) => `${topic}.${objective}`));
  let first = null;
  let before = 0;
  let most = 0;
  for (let day = BEGIN; day < exam; day++) {
    if (day === exam - 7) before = met().size;
    const count = it.attempts.length;
    const plan = it.follow(day, exam, 30, { ms: () => seconds * 1000 });
    first ??= plan.fit;
    if (!plan.mock) most = Math.max(most, it.attempts.length - count);
  }
  const late = [...it.deck.cards.values()].filter((card) => dueDay(card, exam) > exam).length;
  return {
    seconds,
    begin,
    end: it.trueScore(),
    seen: it.seen.size,
    before,
    answers: it.attempts.length,
    mocks: it.mocks,
    most,
    late,
    told: first.questions,
  };
}

test("35 days of 30 minutes meet every objective and nine of ten of 775 questions", (context) => {
  const rows = [45, 60, 75, 90].map(simulate);
  context.diagnostic(
    "seconds  right at first  at last  answers  questions  told on day 1  objectives before the last week  mocks",
  );
  for (const it of rows) {
    context.diagnostic(
      `${it.seconds}  ${it.begin.toFixed(2)}  ${it.end.toFixed(2)}  ${it.answers}  ${it.seen}  ${it.told}  ${it.before}/48  ${it.mocks}`,
    );
  }
  for (const it of rows) {
    assert.equal(it.before, 48, "every objective before the last week");
    assert.equal(it.late, 0, "no interval passes the exam");
    assert.equal(it.mocks, 2);
    assert.ok(it.most <= Math.floor(1800 / it.seconds), "no day is longer than asked for");
  }
  const [, usual] = rows;
  assert.ok(Math.abs(usual.begin - 0.5) < 0.03 && Math.abs(usual.end - 0.7) < 0.03, "50 to 70 % right at first sight");
  assert.ok(usual.seen >= 0.9 * 775, `${usual.seen} questions`);
});
