import assert from "node:assert/strict";
import { test } from "node:test";
import { readBank } from "../../themes/default/scripts/study/bank.js";
import { dayOf } from "../../themes/default/scripts/study/days.js";
import { Deck, deckOf, dueDay, dueOn, forecast } from "../../themes/default/scripts/study/review.js";
import { active } from "../../themes/default/scripts/study/active.js";

const DAY = 86_400_000;
const bank = readBank({
  exam: "demo",
  title: "Demo",
  url: "/demo/",
  topics: [{ id: "one", title: "One", weight: 1000, url: "/demo/one/", objectives: [] }],
  slug: ["a", "b", "c", "d"],
});

let made = 0;
/** An answer at noon of a day, in UTC. */
const attempt = (question, day, verdict = "right", more = {}) => ({
  uuid: `u${made++}`,
  question: `demo/${question}`,
  time: day * DAY + DAY / 2,
  zone: 0,
  verdict,
  score: verdict === "right" ? 1 : 0,
  ms: 20_000,
  confidence: null,
  hints: 0,
  first: true,
  again: false,
  ...more,
});
const deck = (attempts, ratings = new Map()) => deckOf(bank, attempts, ratings, dayOf);
const ids = (cards) => cards.map(({ question }) => question.slice(5));

test("first answers come up after the days that FSRS gives them", () => {
  const rated = attempt("d", 100);
  const { cards } = deck(
    [attempt("a", 100, "wrong"), attempt("b", 100), attempt("c", 100, "right", { hints: 1 }), rated],
    new Map([[rated.uuid, 4]]),
  );
  assert.deepEqual(
    [...cards.values()].map(({ due }) => due),
    [101, 102, 101, 108],
  );
  assert.deepEqual(ids(dueOn(cards.values(), 100)), []);
  assert.deepEqual(ids(dueOn(cards.values(), 101)).sort(), ["a", "c"]);
  assert.deepEqual(ids(dueOn(cards.values(), 110)), ["a", "c", "b", "d"], "the most forgotten first");
  assert.deepEqual(ids(dueOn(cards.values(), 110, { limit: 2 })), ["a", "c"]);
});

test("the night belongs to the day before: an answer at three o'clock is the evening's", () => {
  const late = attempt("a", 100, "right", { time: 101 * DAY + 3 * 3_600_000 });
  assert.equal(deck([late]).cards.get("demo/a").last, 100);
});

test("a card grows answer by answer to what all answers give at once", () => {
  const attempts = Array.from({ length: 60 }, (_, at) =>
    attempt("abcd"[(at * 7) % 4], 100 + at, ["right", "wrong", "right", "partly"][at % 4], {
      ms: 1000 * (1 + (at % 9)),
    }),
  );
  const grown = new Deck(bank, dayOf);
  attempts.forEach((it, at) => {
    grown.add(it);
    assert.deepEqual(grown.cards, deck(attempts.slice(0, at + 1)).cards);
  });
});

test("an answer that was taken back never counted, and taking that back counts it again", () => {
  const first = attempt("a", 100);
  const second = attempt("a", 102, "wrong");
  const log = [
    ...[first, second].map((it) => ({ ...it, kind: "attempt" })),
    { kind: "undo", uuid: "x", cancels: second.uuid },
  ];
  const of = (events) => deck(active(events).filter(({ kind }) => kind === "attempt")).cards;
  assert.deepEqual(of(log), deck([first]).cards);
  assert.deepEqual(of([...log, { kind: "undo", uuid: "y", cancels: "x" }]), deck([first, second]).cards);
});

test("a question that changed comes up at once; a clock set back harms nothing", () => {
  const { cards } = deck([attempt("a", 100, "right", { again: true }), attempt("b", 100), attempt("b", 90)]);
  assert.deepEqual(ids(dueOn(cards.values(), 100)), ["a"]);
  assert.equal(cards.get("demo/b").last, 100);
});

test("answers to questions of other exams are passed over", () => {
  assert.equal(deck([attempt("zz", 100)]).cards.size, 0);
});

test("no interval passes the exam", () => {
  const histories = ["a", "b", "c", "d"].flatMap((id) => [attempt(id, 100), attempt(id, 102), attempt(id, 113)]);
  const { cards } = deck(histories);
  for (const card of cards.values()) {
    assert.ok(card.due > 150);
    assert.equal(dueDay(card, null), card.due);
    for (let exam = 114; exam < 150; exam++) {
      const due = dueDay(card, exam);
      assert.ok(due <= exam && due > card.last, `${due} for an exam on ${exam}`);
    }
    // Long enough ago: once more, in the week before the last.
    const due = dueDay(card, 150);
    assert.ok(due >= 150 - 14 && due < 150 - 7);
  }
});

test("a forecast counts each card once, and what is over the limit waits", () => {
  const { cards } = deck([
    attempt("a", 100, "wrong"),
    attempt("b", 100),
    attempt("c", 100, "wrong"),
    attempt("d", 100),
  ]);
  const tell = (today, days, options) => forecast(cards.values(), today, days, options).map(({ n }) => n);
  assert.deepEqual(tell(100, 4), [0, 2, 2, 0]);
  assert.deepEqual(tell(105, 2), [4, 0], "what is overdue is today's");
  assert.deepEqual(tell(100, 6, { limit: 1 }), [0, 1, 1, 1, 1, 0]);
  assert.deepEqual(forecast(cards.values(), 105, 1, { limit: 3 }), [{ day: 105, n: 3, waiting: 1 }]);
});
