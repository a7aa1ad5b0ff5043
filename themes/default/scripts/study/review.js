/**
 * What comes up again, and when. Pure: everything follows from the answers that stand, so an answer that was taken back
 * never counted.
 * @module
 */

import { answer, recall } from "./fsrs.js";
import { Times, gradeOf, lengthOf } from "./grade.js";

/** @typedef {import("./state.js").StudyAttempt} StudyAttempt */
/** @typedef {import("./bank.js").Bank} Bank */
/** @typedef {(moment: { time: number, zone: number }) => number} DayOf */

/**
 * The part of a derived attempt that review, plan and readiness look at.
 * @typedef {Pick<StudyAttempt, "uuid" | "question" | "time" | "zone" | "verdict" | "score" | "ms" | "confidence" | "hints"
 *   | "first" | "again">} Attempt
 */

/**
 * @typedef {object} Card
 * @property {string} question
 * @property {import("./fsrs.js").Memory} memory
 * @property {number} last day of the last answer
 * @property {number} due day
 * @property {number} answers
 * @property {import("./fsrs.js").Grade} grade of the last answer
 * @property {boolean} changed whether its key or its choices are others since
 */

/**
 * Cards of one exam. They can be read at once, or grow answer by answer; both give the same.
 */
export class Deck {
  /** @type {Map<string, Card>} */
  cards = new Map();
  times = new Times();
  #bank;
  #dayOf;

  /**
   * @param {Bank} bank
   * @param {DayOf} dayOf
   */
  constructor(bank, dayOf) {
    this.#bank = bank;
    this.#dayOf = dayOf;
  }

  /**
   * @param {Attempt} attempt later than all before; one of another exam is passed over
   * @param {number} [own] the learner's own rating of it
   */
  add(attempt, own) {
    const entry = this.#bank.byId.get(attempt.question);
    if (!entry) return;
    const length = lengthOf(entry);
    const grade = gradeOf(attempt, this.times.median(length), own);
    if (attempt.verdict !== "revealed") this.times.add(length, attempt.ms);
    const before = this.cards.get(attempt.question);
    // A clock that was set back must not make a negative interval.
    const day = Math.max(this.#dayOf(attempt), before?.last ?? -Infinity);
    const { memory, interval } = answer(before?.memory ?? null, before ? day - before.last : 0, grade);
    this.cards.set(attempt.question, {
      question: attempt.question,
      memory,
      last: day,
      // A question that changed in what decides its answer comes up at once.
      due: attempt.again ? day : day + interval,
      answers: (before?.answers ?? 0) + 1,
      grade,
      changed: attempt.again,
    });
  }
}

/**
 * @param {Bank} bank
 * @param {readonly Attempt[]} attempts by time
 * @param {ReadonlyMap<string, number>} ratings by attempt
 * @param {DayOf} dayOf
 */
export function deckOf(bank, attempts, ratings, dayOf) {
  const deck = new Deck(bank, dayOf);
  for (const attempt of attempts) deck.add(attempt, ratings.get(attempt.uuid));
  return deck;
}

/** The last days before the exam, which belong to mock exams and errors. */
export const LAST_WEEK = 7;

/**
 * The day on which a card comes up. None waits beyond the exam: what would comes up once in the week before the last
 * one, spread over its days, or, if it was answered not long before, on the day of the exam.
 * @param {Card} card
 * @param {number | null} exam day
 */
export function dueDay({ question, last, due }, exam) {
  if (exam === null || due <= exam || last >= exam) return due;
  const latest = exam - LAST_WEEK - 1 - (spread(question) % LAST_WEEK);
  return 3 * (latest - last) >= exam - last ? latest : exam;
}

/** @param {string} id @returns {number} the same for the same id, and even over ids (FNV-1a) */
function spread(id) {
  let value = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) value = Math.imul(value ^ id.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * Cards that are due, the most forgotten first.
 * @param {Iterable<Card>} cards
 * @param {number} today
 * @param {{ exam?: number | null, limit?: number }} [options] the exam's day; how many at most
 * @returns {Card[]}
 */
export function dueOn(cards, today, { exam = null, limit = Infinity } = {}) {
  const due = [];
  for (const card of cards) {
    if (dueDay(card, exam) > today) continue;
    // What was answered today has had its turn, unless it changed since.
    if (card.last >= today && !card.changed) continue;
    due.push({ card, kept: card.changed ? -1 : recall(Math.max(today - card.last, 0), card.memory.stability) });
  }
  due.sort((one, other) => one.kept - other.kept || (one.card.question < other.card.question ? -1 : 1));
  return due.slice(0, limit).map(({ card }) => card);
}

/**
 * How many come up on each of the coming days if what is due is answered then. What is beyond the daily limit waits.
 * @param {Iterable<Card>} cards
 * @param {number} today
 * @param {number} days
 * @param {{ exam?: number | null, limit?: number }} [options]
 * @returns {{ day: number, n: number, waiting: number }[]}
 */
export function forecast(cards, today, days, { exam = null, limit = Infinity } = {}) {
  const counts = Array.from({ length: days }, () => 0);
  for (const card of cards) {
    const answered = card.last >= today && !card.changed;
    const at = Math.max(dueDay(card, exam), answered ? today + 1 : today) - today;
    if (at < days) counts[at]++;
  }
  let waiting = 0;
  return counts.map((count, at) => {
    const all = count + waiting;
    const n = Math.min(all, limit);
    waiting = all - n;
    return { day: today + at, n, waiting };
  });
}
