/**
 * A question of a mock exam: it takes an answer and tells nothing of it.
 * @module
 */

import { all, choiceOf, shownOrder } from "../arrange.js";
import { embed, lift, place } from "../lift.js";
import { mount } from "../question.js";
import { score, verdict } from "../scoring.js";

/** @typedef {import("./papers.js").Sheet} Sheet */

/** What helps, tells the answer, or has no place in an exam. */
const notInExam =
  ".breakdown, .reveal, .trap, .hint, .deeper, .side, .check, .retry, .confidence, .note, .badge[data-difficulty], .objective";

/**
 * Fetches a question with its pictures.
 * @param {import("../study/bank.js").Entry} entry
 * @returns {Promise<Sheet>}
 */
export async function fetchSheet({ id, url }) {
  const lifted = await embed(await lift(url));
  const article = place(lifted);
  const { revision = "", count, scoring } = article.dataset;
  return {
    id,
    lifted,
    revision,
    count: count ? Number(count) : null,
    key: all(article, ".key-letters [data-choice]").map(choiceOf),
    shown: all(article, ".choice").length,
    rule: /** @type {import("../scoring.js").Rule} */ (scoring),
  };
}

/**
 * Fetches all questions of a form, a few at a time.
 * @param {import("../study/bank.js").Entry[]} entries
 * @param {(done: number) => void} progress
 * @returns {Promise<Sheet[]>}
 */
export async function fetchSheets(entries, progress) {
  /** @type {Sheet[]} */
  const sheets = new Array(entries.length);
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < entries.length) {
      const index = next++;
      sheets[index] = await fetchSheet(entries[index]);
      progress(++done);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return sheets;
}

/**
 * What an answer is worth by the key of the exam's own questions.
 * @param {Sheet} sheet
 * @param {readonly string[]} chosen
 * @returns {{ verdict?: import("../study/events.js").Verdict, score?: number }} nothing for no answer
 */
export function worth({ key, rule, shown }, chosen) {
  if (!chosen.length) return {};
  const right = new Set(key);
  const selected = new Set(chosen);
  // An exam takes the number of selections as it is, so every answer has a verdict.
  const found = /** @type {import("../study/events.js").Verdict} */ (verdict(rule, right, selected, shown, null));
  return { verdict: found, score: score(rule, right, selected, shown) };
}

/**
 * @typedef {object} Asked a question on screen
 * @property {HTMLElement} article
 * @property {() => string[]} chosen
 * @property {string[]} order
 * @property {() => string[]} crossed
 */

/**
 * Makes the article of a sheet for answering.
 * @param {Sheet} sheet
 * @param {string} seed
 * @param {{ chosen: readonly string[], crossed: readonly string[] }} before
 * @returns {Asked}
 */
export function ask(sheet, seed, before) {
  const article = place(sheet.lifted);
  for (const element of all(article, notInExam)) element.remove();
  article.dataset.seed = seed;
  mount(article);
  const inputs = /** @type {HTMLInputElement[]} */ (all(article, ".choice input"));
  for (const input of inputs) input.checked = before.chosen.includes(input.value);
  const { crossed = "" } = /** @type {HTMLElement} */ (article.querySelector(".choices")).dataset;
  for (const choice of all(article, ".choice")) {
    if (!before.crossed.includes(choiceOf(choice))) continue;
    choice.toggleAttribute("data-crossed", true);
    choice.querySelector("input")?.setAttribute("aria-description", crossed);
  }
  return {
    article,
    chosen: () => inputs.filter((input) => input.checked).map((input) => input.value),
    order: shownOrder(article),
    crossed: () => all(article, ".choice[data-crossed]").map(choiceOf),
  };
}

/**
 * Makes the article of a sheet with what was answered, its verdicts and all reasons.
 * @param {Pick<Sheet, "lifted">} sheet
 * @param {string} seed
 * @param {readonly string[]} chosen
 * @param {string} heading above the reasons
 * @returns {HTMLElement}
 */
export function reviewed({ lifted }, seed, chosen, heading) {
  const article = place(lifted);
  article.dataset.seed = seed;
  mount(article)?.restore(chosen);
  const reveal = article.querySelector(".reveal");
  if (reveal) reveal.textContent = heading;
  return article;
}
