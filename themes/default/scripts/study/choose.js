/**
 * Which questions a practice session asks, and in which order. Pure.
 * @module
 */

import { random } from "../shuffle.js";

/** @typedef {import("./bank.js").Bank} Bank */
/** @typedef {import("./bank.js").Entry} Entry */

/** @typedef {"all" | "unseen" | "wrong" | "flagged" | "due" | "today"} Source */
/** @typedef {"bank" | "random" | "weakest"} Order */

/**
 * What the learner asked for. Empty lists ask for everything.
 * @typedef {object} Selection
 * @property {string[]} topics ids
 * @property {string[]} objectives `topic.objective`
 * @property {string[]} difficulties
 * @property {string[]} types
 * @property {string[]} tags
 * @property {string[]} only slugs: exactly these questions, whatever else is asked for
 * @property {Source} source
 * @property {Order} order
 * @property {number} count how many at most; 0 for all
 * @property {boolean} reserve whether to leave out what is kept for mock exams
 * @property {string} seed decides the random order, and the order of choices
 */

/**
 * What is known of a question.
 * @typedef {object} Facts
 * @property {number} answered how often it was answered
 * @property {number} right how often rightly
 * @property {boolean} seen answered or revealed at least once
 * @property {boolean} wrong the latest answer was not right
 * @property {boolean} flagged
 * @property {boolean} due
 */

/** @typedef {(id: string) => Facts} Known */

/** `today` is what Today handed over; where that is lost, what is due and what is new. */
export const sources = /** @type {const} */ (["all", "unseen", "wrong", "flagged", "due", "today"]);
export const orders = /** @type {const} */ (["random", "weakest", "bank"]);
const lists = /** @type {const} */ ({
  topic: "topics",
  objective: "objectives",
  difficulty: "difficulties",
  type: "types",
  tag: "tags",
  only: "only",
});

/** @returns {Selection} what practice asks when nothing was chosen */
export const usual = () => ({
  topics: [],
  objectives: [],
  difficulties: [],
  types: [],
  tags: [],
  only: [],
  source: "all",
  order: "random",
  count: 10,
  reserve: true,
  seed: "",
});

/**
 * @template {string} T
 * @param {readonly T[]} values
 * @param {string | null} asked
 * @returns {T}
 */
const oneOf = (values, asked) => values.find((value) => value === asked) ?? values[0];

/**
 * Reads a query. What the bank does not know is left out, so that an old link still asks something.
 * @param {string} query
 * @param {Bank} bank
 * @returns {Selection}
 */
export function fromQuery(query, bank) {
  const asked = new URLSearchParams(query);
  const known = {
    topic: bank.topics.map(({ id }) => id),
    objective: bank.topics.flatMap((topic) => topic.objectives.map(({ id }) => `${topic.id}.${id}`)),
    difficulty: ["easy", "medium", "hard"],
    type: bank.types,
    tag: bank.tags,
    only: bank.entries.map(({ slug }) => slug),
  };
  const selection = usual();
  for (const name of /** @type {(keyof typeof lists)[]} */ (Object.keys(lists))) {
    const values = new Set(known[name]);
    // Repeated names and commas both work; a tag may hold neither comma nor quote.
    const wanted = asked.getAll(name).flatMap((value) => value.split(","));
    selection[lists[name]] = [...new Set(wanted)].filter((value) => values.has(value));
  }
  selection.source = oneOf(sources, asked.get("source"));
  selection.order = oneOf(orders, asked.get("order"));
  const count = asked.get("n") ?? "";
  if (count === "all") selection.count = 0;
  else if (/^[1-9]\d{0,4}$/.test(count)) selection.count = Number(count);
  selection.reserve = asked.get("reserve") !== "off";
  const seed = asked.get("seed") ?? "";
  if (/^\d{1,20}$/.test(seed)) selection.seed = seed;
  return selection;
}

/**
 * The query of a selection, without what is usual anyway.
 * @param {Selection} selection
 * @returns {string} with its `?`, or empty
 */
export function toQuery(selection) {
  const before = usual();
  /** @type {string[]} */
  const parts = [];
  /** @param {string} name @param {string} value */
  const add = (name, value) => parts.push(`${name}=${value}`);
  for (const [name, list] of Object.entries(lists)) {
    const values = selection[list];
    if (values.length) add(name, values.map(encodeURIComponent).join(","));
  }
  if (selection.source !== before.source) add("source", selection.source);
  if (selection.order !== before.order) add("order", selection.order);
  if (selection.count !== before.count) add("n", selection.count ? String(selection.count) : "all");
  if (!selection.reserve) add("reserve", "off");
  if (selection.seed) add("seed", selection.seed);
  return parts.length ? `?${parts.join("&")}` : "";
}

/**
 * @param {Bank} bank
 * @param {Selection} selection
 * @param {Known} known
 * @param {ReadonlySet<string>} reserved ids kept for mock exams
 * @returns {Entry[]} every question that fits, in the order of the bank
 */
export function fitting(bank, selection, known, reserved) {
  const only = new Set(selection.only);
  if (only.size) return bank.entries.filter(({ slug }) => only.has(slug));
  const topics = new Set(selection.topics);
  const objectives = new Set(selection.objectives);
  const difficulties = new Set(selection.difficulties);
  const types = new Set(selection.types);
  const tags = new Set(selection.tags);
  return bank.entries.filter((entry) => {
    const topic = bank.topics[entry.topic];
    if (topics.size && !topics.has(topic.id)) return false;
    if (objectives.size && !objectives.has(`${topic.id}.${topic.objectives[entry.objective]?.id}`)) return false;
    if (difficulties.size && !difficulties.has(entry.difficulty)) return false;
    if (types.size && !types.has(entry.type)) return false;
    if (tags.size && !entry.tags.some((tag) => tags.has(bank.tags[tag]))) return false;
    const { seen, wrong, flagged, due } = known(entry.id);
    if (selection.reserve && !seen && reserved.has(entry.id)) return false;
    return { all: true, unseen: !seen, wrong, flagged, due, today: due || !seen }[selection.source];
  });
}

/**
 * How well each question is known, from 0 to 1: its own answers, drawn towards those of its topic, which are drawn
 * towards one half. Two answers' worth of weight each, so that one lucky answer does not make a question known.
 * @param {Bank} bank
 * @param {Known} known
 * @returns {(entry: Entry) => number}
 */
function strength(bank, known) {
  const answered = bank.topics.map(() => 0);
  const right = bank.topics.map(() => 0);
  for (const { id, topic } of bank.entries) {
    const facts = known(id);
    answered[topic] += facts.answered;
    right[topic] += facts.right;
  }
  return ({ id, topic }) => {
    const facts = known(id);
    return (facts.right + (2 * (right[topic] + 1)) / (answered[topic] + 2)) / (facts.answered + 2);
  };
}

/**
 * The questions of a session.
 * @param {Bank} bank
 * @param {Selection} selection
 * @param {Known} known
 * @param {ReadonlySet<string>} reserved ids kept for mock exams
 * @returns {Entry[]}
 */
export function choose(bank, selection, known, reserved) {
  const entries = fitting(bank, selection, known, reserved);
  if (selection.order !== "bank") {
    const next = random(`${selection.seed}/practice`);
    for (let last = entries.length - 1; last > 0; last--) {
      const other = Math.floor((next() / 2 ** 32) * (last + 1));
      [entries[last], entries[other]] = [entries[other], entries[last]];
    }
  }
  if (selection.order === "weakest") {
    // Sorting is stable: equally weak ones stay in random order, so that they come from all topics.
    const strengthOf = strength(bank, known);
    const weights = new Map(entries.map((entry) => [entry, strengthOf(entry)]));
    entries.sort((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0));
  }
  return selection.count ? entries.slice(0, selection.count) : entries;
}
