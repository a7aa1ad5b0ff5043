// Learners who exist only as numbers: what they know, how they learn, and how they follow the plan.

import { apportion } from "../../themes/default/scripts/study/apportion.js";
import { readBank } from "../../themes/default/scripts/study/bank.js";
import { recall } from "../../themes/default/scripts/study/fsrs.js";
import { planToday, weaknessOf } from "../../themes/default/scripts/study/plan.js";
import { reserved } from "../../themes/default/scripts/study/reserve.js";
import { Deck } from "../../themes/default/scripts/study/review.js";
import { random } from "../../themes/default/scripts/shuffle.js";

export const DAY = 86_400_000;
/** The day on which they begin: any. */
export const BEGIN = 20_000;
export const dayOf = ({ time }) => Math.floor(time / DAY);
const logistic = (value) => 1 / (1 + Math.exp(-value));

/** Chance as a learner has it: always the same for the same seed. */
export function chance(seed) {
  const next = random(seed);
  const uniform = () => (next() + 0.5) / 2 ** 32;
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** A bank of single-answer questions with four choices, the weights and objectives given. */
export function bankOf({ questions, weights, objectives, mock, passMark = 70 }) {
  const counts = apportion(weights, questions);
  const topic = counts.flatMap((count, at) => Array(count).fill(at));
  return readBank({
    exam: "sim",
    title: "Simulated",
    url: "/sim/",
    passMark,
    mock,
    topics: weights.map((weight, at) => ({
      id: `t${at}`,
      title: `Topic ${at}`,
      weight,
      url: `/sim/t${at}/`,
      objectives: Array.from({ length: objectives }, (_, of) => ({ id: `o${of}`, title: `Objective ${of}` })),
    })),
    slug: topic.map((_, at) => `q${at}`),
    topic,
    objective: topic.map((_, at) => at % objectives),
  });
}

/**
 * Kinds of learners. The first is the one that the model was tuned on; each other breaks one of its assumptions, and the last
 * was looked at, too, when the usual growth was chosen.
 * `growth` is what all their work of five weeks adds to their ability, in logits.
 */
export const kinds = {
  plain: {},
  /** Topics of one half of the exam are known or not known together. */
  correlated: { blocks: 0.6, topicSd: 0.3 },
  /** Some rule out choices they know to be wrong, so that they guess at up to one of two. */
  guessing: { guess: [0.15, 0.5] },
  /** Ability wanders from day to day, and work shows more in some weeks than in others. */
  drifting: { wander: 0.06, uneven: 0.5 },
  /** Nobody gets better at questions that they have not seen. */
  steady: { start: 0.2, growth: 0, growthSd: 0 },
};

export class Learner {
  constructor(
    bank,
    seed,
    {
      blocks = 0,
      topicSd = 0.5,
      guess,
      wander = 0,
      uneven = 0,
      start = -0.7,
      startSd = 0.7,
      growth = 1.1,
      growthSd = 0.4,
      expected,
    } = {},
  ) {
    this.bank = bank;
    this.chance = chance(seed);
    const { normal, uniform } = this.chance;
    const ability = start + startSd * normal();
    const block = [blocks * normal(), blocks * normal()];
    const topics = bank.topics.length;
    this.ability = bank.topics.map((_, at) => ability + block[at < topics / 2 ? 0 : 1] + topicSd * normal());
    this.growth = Math.max(growth + growthSd * normal(), 0);
    this.hard = bank.entries.map(() => 0.8 * normal());
    this.guess = bank.entries.map(() => (guess ? guess[0] + (guess[1] - guess[0]) * uniform() : 0.25));
    this.wander = wander;
    this.uneven = uneven;
    /** How many answers five weeks have. */
    this.expected = expected;
    this.pace = 1;
    this.attempts = [];
    this.deck = new Deck(bank, dayOf);
    this.seen = new Set();
    this.mocks = 0;
  }

  /** The chance of knowing a question at first sight. */
  first(index) {
    const { topic } = this.bank.entries[index];
    return this.guess[index] + (1 - this.guess[index]) * logistic(this.ability[topic] - this.hard[index]);
  }

  /** The share of all questions, by the weights of their topics, that would be known at first sight. */
  trueScore() {
    const sums = this.bank.topics.map(() => [0, 0]);
    for (const { index, topic } of this.bank.entries) {
      sums[topic][0] += this.first(index);
      sums[topic][1]++;
    }
    return this.bank.topics.reduce((sum, { weight }, at) => sum + (weight / 1000) * (sums[at][0] / sums[at][1]), 0);
  }

  answer(entry, day, ms) {
    const card = this.deck.cards.get(entry.id);
    const first = this.first(entry.index);
    // A question seen before may be remembered.
    const p = card ? Math.max(first, recall(day - card.last, card.memory.stability)) : first;
    const right = this.chance.uniform() < p;
    const attempt = {
      uuid: `${this.attempts.length}`,
      question: entry.id,
      time: day * DAY + DAY / 2 + this.attempts.length,
      zone: 0,
      verdict: right ? "right" : "wrong",
      score: right ? 1 : 0,
      ms,
      confidence: null,
      hints: 0,
      first: !card,
      again: false,
    };
    this.attempts.push(attempt);
    this.deck.add(attempt);
    this.seen.add(entry.id);
    const gained = (this.pace * this.growth) / this.expected;
    // Work on a topic helps it most, and the others a little.
    this.ability.forEach((_, at) => {
      const share = at === entry.topic ? 0.7 * this.bank.topics.length : 0.3;
      this.ability[at] += gained * share;
    });
    return attempt;
  }

  /** A mock exam's outcome, were it sat now: its questions are drawn by the blueprint, unseen ones first. */
  wouldPass(size) {
    const { uniform } = this.chance;
    const seats = apportion(
      this.bank.topics.map(({ weight }) => weight),
      size,
    );
    let right = 0;
    seats.forEach((count, topic) => {
      const own = this.bank.entries.filter((entry) => entry.topic === topic);
      const order = own.map((entry) => ({ entry, key: uniform() + (this.seen.has(entry.id) ? 1 : 0) }));
      order.sort((a, b) => a.key - b.key);
      for (const { entry } of order.slice(0, count)) if (uniform() < this.first(entry.index)) right++;
    });
    return right * 100 >= size * this.bank.passMark;
  }

  /** Does what the plan says on a day; a mock exam is one of the questions kept for it. */
  follow(day, exam, minutes, { ms, keep }) {
    const kept = keep ?? reserved(this.bank, (id) => this.seen.has(id));
    const reserve = new Set([...kept].filter((id) => !this.seen.has(id)));
    const plan = planToday({
      bank: this.bank,
      cards: this.deck.cards,
      reserved: reserve,
      today: day,
      exam,
      minutes,
      ms: this.deck.times.overall(),
      weakness: weaknessOf(this.bank, this.attempts),
      mocks: this.mocks,
    });
    if (this.uneven && day % 7 === 0) this.pace = 1 + this.uneven * (2 * this.chance.uniform() - 1);
    if (this.wander) {
      const step = this.wander * this.chance.normal();
      this.ability.forEach((_, at) => (this.ability[at] += step));
    }
    for (const id of [...plan.due, ...plan.fresh]) this.answer(this.bank.byId.get(id), day, ms());
    if (plan.mock) {
      const size = this.bank.mock.questions;
      const seats = apportion(
        this.bank.topics.map(({ weight }) => weight),
        size,
      );
      for (const id of reserve) {
        const entry = this.bank.byId.get(id);
        if (seats[entry.topic]-- > 0) this.answer(entry, day, ms());
      }
      this.mocks++;
    }
    return plan;
  }
}
