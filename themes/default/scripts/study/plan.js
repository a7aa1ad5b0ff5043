/**
 * What to do today, and what fits until the exam. It is worked out anew from the answers that stand, so falling behind
 * never piles anything up: what is left is shared out over the days that are left. Pure.
 * @module
 */

import { LAST_WEEK, dueDay, dueOn } from "./review.js";

/** @typedef {import("./bank.js").Bank} Bank */
/** @typedef {import("./bank.js").Entry} Entry */

/** How long a question takes, with reading why, as long as too few were timed. */
export const USUAL_MS = 90_000;
/** Of a day's questions new ones get at most this share as long as reviews are due. */
const MOST_NEW = 0.8;
/** Mock exams of the last week, and how many days before the exam each may begin. */
const MOCK_DAYS = [5, 2];

/**
 * @typedef {object} Situation
 * @property {Bank} bank
 * @property {ReadonlyMap<string, import("./review.js").Card>} cards what was answered or looked at
 * @property {ReadonlySet<string>} reserved unseen questions kept for mock exams (`reserve.js`); empty if switched off
 * @property {number} today day
 * @property {number | null} exam day
 * @property {number} minutes a day
 * @property {number} [spent] milliseconds answered today already
 * @property {number | null} [ms] the learner's own median of an answer; null if too few are known
 * @property {readonly number[]} [weakness] by topic, 0 to 1 (`weaknessOf`)
 * @property {number} [limit] reviews a day at most
 * @property {number} [mocks] mock exams sat in the last week before the exam, today's included
 */

/**
 * @typedef {object} Today
 * @property {"open" | "learn" | "last-week" | "over"} phase `open` without a date
 * @property {string[]} due
 * @property {string[]} fresh new ones
 * @property {boolean} mock whether a mock exam is to be sat today
 * @property {number} ms taken for each question
 * @property {Fit} fit
 * @property {PlannedDay[]} days today and all until the exam; without a date the next four weeks
 */

/** @typedef {{ day: number, fresh: number, due: number, mock: boolean, minutes: number }} PlannedDay */

/**
 * What fits until the exam, if every day goes as planned.
 * @typedef {object} Fit
 * @property {number} questions of the bank seen by then
 * @property {number} objectives met by then
 * @property {number} questionsLeft that will not fit
 * @property {number} objectivesLeft
 * @property {number} reviewsLeft reviews that will not fit
 */

/** @param {Entry} entry */
const objectiveOf = ({ topic, objective }) => (objective < 0 ? null : `${topic}.${objective}`);

/**
 * How weak each topic is: the share of first answers that were not right, drawn towards that of all topics, which is
 * drawn towards one half.
 * @param {Bank} bank
 * @param {Iterable<{ question: string, first: boolean, verdict: string, score: number }>} attempts
 */
export function weaknessOf(bank, attempts) {
  const answers = bank.topics.map(() => 0);
  const right = bank.topics.map(() => 0);
  for (const { question, first, verdict, score } of attempts) {
    const entry = bank.byId.get(question);
    if (!entry || !first || verdict === "revealed") continue;
    answers[entry.topic]++;
    right[entry.topic] += score;
  }
  const sum = (/** @type {number[]} */ list) => list.reduce((total, value) => total + value, 0);
  const all = (sum(right) + 2) / (sum(answers) + 4);
  return answers.map((count, topic) => 1 - (right[topic] + 4 * all) / (count + 4));
}

/** @param {Situation} situation @returns {Today} */
export function planToday(situation) {
  const { bank, cards, reserved, today, exam, limit = Infinity } = situation;
  const ms = situation.ms ?? USUAL_MS;
  const phase = phaseOf(today, exam);
  const open = bank.entries.filter(({ id }) => !cards.has(id));
  const unmet = unmetOf(bank, open);
  // What an objective has only in the reserve is asked all the same: one question of it.
  const fresh = open.filter(({ id }) => !reserved.has(id));
  const free = new Set(fresh.map(objectiveOf));
  for (const entry of open) {
    const objective = objectiveOf(entry);
    if (objective === null || free.has(objective) || !unmet.has(objective)) continue;
    free.add(objective);
    fresh.push(entry);
  }

  const days = daysAhead(situation, phase, ms, fresh.length, unmet.size);
  const [first] = days;
  const live = phase === "over" ? null : exam;
  const due = dueOn(cards.values(), today, { exam: live, limit });
  const reviews = phase === "last-week" ? errorsFirst(due, cards.values(), today) : due;
  const planned = first ?? { fresh: 0, due: 0, mock: false };
  return {
    phase,
    due: reviews.slice(0, planned.due).map(({ question }) => question),
    fresh: pick(bank, fresh, unmet, planned.fresh, situation.weakness).map(({ id }) => id),
    mock: planned.mock,
    ms,
    fit: fitOf(situation, days, open.length, unmet.size, fresh.length),
    days,
  };
}

/**
 * In the last week errors come first, due or not; what went well comes after them.
 * @param {readonly import("./review.js").Card[]} due
 * @param {Iterable<import("./review.js").Card>} cards
 * @param {number} today
 */
function errorsFirst(due, cards, today) {
  const listed = new Set(due);
  const wrong = [...cards].filter((card) => card.grade === 1 && card.last < today && !listed.has(card));
  wrong.sort((one, other) => one.last - other.last);
  return [...due.filter(isError), ...wrong, ...due.filter((card) => !isError(card))];
}

/** @param {import("./review.js").Card} card */
const isError = ({ grade, changed }) => grade === 1 || changed;

/**
 * @param {number} today
 * @param {number | null} exam
 * @returns {Today["phase"]}
 */
function phaseOf(today, exam) {
  if (exam === null) return "open";
  if (today >= exam) return "over";
  return exam - today <= LAST_WEEK ? "last-week" : "learn";
}

/** @param {Bank} bank @param {readonly Entry[]} open */
function unmetOf(bank, open) {
  const unseen = new Set(open);
  const unmet = new Set(open.map(objectiveOf));
  for (const entry of bank.entries) if (!unseen.has(entry)) unmet.delete(objectiveOf(entry));
  unmet.delete(null);
  return /** @type {Set<string>} */ (unmet);
}

/**
 * New questions: first such as meet an objective, then by what a topic weighs and how weak it is; of a topic in an order
 * that does not follow the bank's, since authors put easy ones first.
 * @param {Bank} bank
 * @param {readonly Entry[]} fresh
 * @param {ReadonlySet<string>} unmet
 * @param {number} count
 * @param {readonly number[]} [weakness]
 * @returns {Entry[]}
 */
function pick(bank, fresh, unmet, count, weakness) {
  const wanted = new Set(unmet);
  const ordered = fresh.map((entry) => ({ entry, key: mix(entry.id) })).sort((a, b) => a.key - b.key);
  const firsts = [];
  /** @type {Entry[][]} */
  const queues = bank.topics.map(() => []);
  for (const { entry } of ordered) {
    const objective = objectiveOf(entry);
    if (objective !== null && wanted.delete(objective)) firsts.push(entry);
    else queues[entry.topic].push(entry);
  }
  const needs = bank.topics.map(({ weight }, topic) => Math.max(weight, 1) * Math.max(weakness?.[topic] ?? 0.5, 0.05));
  firsts.sort((a, b) => needs[b.topic] - needs[a.topic]);
  const chosen = firsts.slice(0, count);
  const given = bank.topics.map((_, topic) => chosen.filter((entry) => entry.topic === topic).length);
  while (chosen.length < count) {
    let best = -1;
    queues.forEach((queue, topic) => {
      if (queue.length && (best < 0 || needs[topic] / (given[topic] + 1) > needs[best] / (given[best] + 1)))
        best = topic;
    });
    if (best < 0) break;
    given[best]++;
    chosen.push(/** @type {Entry} */ (queues[best].shift()));
  }
  return chosen;
}

/** @param {string} id @returns {number} the same for the same id, and in no order over ids (FNV-1a, mixed) */
function mix(id) {
  let value = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) value = Math.imul(value ^ id.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * How many of each kind on each day: today as it is, the coming days as they will be if all goes as planned.
 * @param {Situation} situation
 * @param {Today["phase"]} phase
 * @param {number} ms
 * @param {number} fresh new questions outside the reserve
 * @param {number} unmet objectives
 * @returns {PlannedDay[]}
 */
function daysAhead(
  { bank, cards, reserved, today, exam, minutes, spent = 0, limit = Infinity, mocks = 0 },
  phase,
  ms,
  fresh,
  unmet,
) {
  if (phase === "over") return [];
  const end = exam ?? today + 28;
  const coming = Array.from({ length: end - today }, () => 0);
  let errors = 0;
  for (const card of cards.values()) {
    const at = Math.max(dueDay(card, exam) - today, card.last >= today && !card.changed ? 1 : 0);
    if (at < coming.length) coming[at]++;
    if (isError(card) && card.last < today) errors++;
  }
  const { size, length } = mockOf(bank, ms);
  let sat = mocks;
  let kept = Math.floor(reserved.size / Math.max(size, 1));
  let waiting = 0;
  return coming.map((count, at) => {
    const left = end - (today + at);
    const used = at === 0 ? spent : 0;
    waiting += count;
    const last = exam !== null && left <= LAST_WEEK;
    const due = Math.min(last ? Math.max(waiting, at === 0 ? errors : 0) : waiting, limit);
    const stillToSit = exam !== null && bank.mock ? Math.min(kept, MOCK_DAYS.length - sat) : 0;
    const mock = last && stillToSit > 0 && left <= MOCK_DAYS[MOCK_DAYS.length - stillToSit];
    let time = minutes * 60_000 - used;
    if (last) {
      // A mock exam may take longer than a day has; the other days of the week give the time.
      const share = (left * minutes * 60_000 - stillToSit * length) / Math.max(left - stillToSit, 1) - used;
      time = mock ? time - length : Math.min(time, share);
    }
    const room = Math.max(Math.floor(time / ms), 0);
    const parts = last
      ? lastWeek(room, due, fresh, unmet)
      : learning(room, due, fresh, unmet, exam === null ? null : left - LAST_WEEK);
    fresh -= parts.fresh;
    unmet = Math.max(unmet - parts.fresh, 0);
    waiting = Math.max(waiting - parts.due, 0);
    if (mock) [sat, kept] = [sat + 1, kept - 1];
    // A new question comes up again in two days if it was right, and tomorrow if not.
    const again = Math.round(parts.fresh / 2);
    if (at + 1 < coming.length) coming[at + 1] += parts.fresh - again;
    if (at + 2 < coming.length) coming[at + 2] += again;
    const all = (parts.fresh + parts.due) * ms + (mock ? length : 0);
    return { day: today + at, ...parts, mock, minutes: Math.round(all / 60_000) };
  });
}

/** @param {Bank} bank @param {number} ms */
function mockOf({ mock, entries }, ms) {
  const size = mock?.questions ?? Math.min(entries.length, 60);
  return { size, length: mock ? mock.minutes * 60_000 : size * ms };
}

/**
 * Before the last week new questions get the share that they need to all come up, but reviews keep a part of each day;
 * objectives outrank both.
 * @param {number} room questions that fit
 * @param {number} due
 * @param {number} fresh
 * @param {number} unmet
 * @param {number | null} days until the last week; null without a date
 */
function learning(room, due, fresh, unmet, days) {
  const pace = days === null ? Math.floor(room / 2) : Math.ceil(fresh / days);
  const objectives = days === null ? 0 : Math.ceil(unmet / days);
  const wanted = Math.max(Math.min(pace, Math.floor(room * MOST_NEW)), objectives, room - due);
  const news = Math.min(wanted, fresh, room);
  return { fresh: news, due: Math.min(due, room - news) };
}

/**
 * In the last week errors and what else is due come first, but objectives that were not met yet outrank them.
 * @param {number} room
 * @param {number} due
 * @param {number} fresh
 * @param {number} unmet
 */
function lastWeek(room, due, fresh, unmet) {
  const objectives = Math.min(unmet, fresh, room);
  const reviews = Math.min(due, room - objectives);
  return { fresh: Math.min(fresh, room - reviews), due: reviews };
}

/**
 * @param {Situation} situation
 * @param {readonly PlannedDay[]} days
 * @param {number} open
 * @param {number} unmet
 * @param {number} fresh
 * @returns {Fit}
 */
function fitOf({ bank, cards, exam }, days, open, unmet, fresh) {
  const { size } = mockOf(bank, 0);
  const news = days.reduce((sum, day) => sum + day.fresh, 0);
  // Mock exams draw from what is kept for them.
  const drawn = Math.min(days.filter((day) => day.mock).length * size, Math.max(open - fresh, 0));
  const questionsLeft = Math.max(open - news - drawn, 0);
  const objectivesLeft = Math.max(unmet - news, 0);
  const all = new Set(bank.entries.map(objectiveOf));
  all.delete(null);
  const end = exam ?? (days.at(-1)?.day ?? 0) + 1;
  const reviews = [...cards.values()].filter((card) => dueDay(card, exam) < end).length;
  const planned = days.reduce((sum, day) => sum + day.due, 0);
  return {
    questions: bank.entries.length - questionsLeft,
    objectives: all.size - objectivesLeft,
    questionsLeft,
    objectivesLeft,
    reviewsLeft: Math.max(reviews - planned, 0),
  };
}
