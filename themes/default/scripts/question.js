/**
 * A question that can be answered. Everything stays within its `<article class="question">`, which may stand in any
 * page, next to others.
 * @module
 */

import { announcer } from "./announce.js";
import { all, arrange, arrangePage, choiceOf, pageSeed, shownOrder } from "./arrange.js";
import { help, listen } from "./keyboard.js";
import { fill, joinLetters, letterAt } from "./letters.js";
import { reportAddress, reportText } from "./report.js";
import { choiceVerdict, howMany, score, verdict } from "./scoring.js";

/** @typedef {"open" | "checked" | "revealed"} State */

/**
 * What the learner did, as the `response` event of an article tells it.
 * @typedef {object} Response
 * @property {string} question id
 * @property {string} revision
 * @property {import("./scoring.js").Verdict | "revealed"} verdict
 * @property {number} score 0 to 1
 * @property {string[]} chosen choice ids
 * @property {string[]} order choice ids as shown
 */

/**
 * @typedef {object} Question
 * @property {HTMLElement} article
 * @property {() => { state: State, announced: boolean }} now
 * @property {(index: number) => void} choose selects by the place on screen, or deselects one of several
 * @property {(index: number) => void} cross crosses a choice out, or no longer
 * @property {() => void} check
 * @property {() => void} reveal shows the answer without a response
 * @property {() => void} retry
 * @property {() => void} clear
 * @property {(ids: readonly string[]) => void} restore shows what was chosen earlier, with verdicts and reasons: no
 *   response, and nothing is announced
 */

/** @type {WeakMap<Element, Question>} */
const mounted = new WeakMap();

/**
 * Makes an article answerable; mounting it again gives the same question. One whose breakdown was taken out takes
 * answers and keeps to itself what they are worth.
 * @param {HTMLElement} article
 * @returns {Question | null} null if there is nothing to answer in it
 */
export function mount(article) {
  const before = mounted.get(article);
  if (before) return before;
  const form = /** @type {HTMLFormElement | null} */ (article.querySelector("form.answer"));
  const list = /** @type {HTMLElement | null} */ (article.querySelector(".choices"));
  const status = /** @type {HTMLElement | null} */ (article.querySelector(".status"));
  const breakdown = /** @type {HTMLDetailsElement | null} */ (article.querySelector(".breakdown"));
  if (!form || !list || !status) return null;
  arrange(article, article.dataset.seed ?? pageSeed());

  const { dataset } = article;
  const { question: id = "", revision = "" } = dataset;
  const lang = article.closest("[lang]")?.getAttribute("lang") ?? "";
  const rule = /** @type {import("./scoring.js").Rule} */ (dataset.scoring);
  const count = dataset.count ? Number(dataset.count) : null;
  const choices = all(list, ".choice");
  const order = shownOrder(article);
  const inputs = /** @type {HTMLInputElement[]} */ (all(list, "input"));
  const key = new Set(all(article, ".key-letters [data-choice]").map(choiceOf));
  const keyLetters = joinLetters(
    order.flatMap((choice, index) => (key.has(choice) ? letterAt(index) : [])),
    lang,
  );
  // Open from the start means that the site shows its answers always: then an open breakdown reveals nothing.
  const always = breakdown?.open ?? false;
  const say = announcer(status);
  const button = (/** @type {string} */ name) =>
    /** @type {HTMLButtonElement | null} */ (form.querySelector(`button.${name}`));
  const crossButton = button("cross");
  const retryButton = button("retry");

  /** @type {State} */
  let state = "open";
  let announced = false;
  let walking = false;

  const chosen = () => new Set(inputs.filter((input) => input.checked).map((input) => input.value));

  const sentences = status.dataset;
  /** @param {string} name of a sentence */
  const sentence = (name) => fill(sentences[name] ?? "", { letters: keyLetters });

  /** @param {State} next */
  function enter(next) {
    state = dataset.state = next;
    announced = false;
    const locked = next !== "open";
    // Never `disabled`: a learner who walks by keyboard or screen reader must still reach what was chosen.
    for (const element of [...inputs, button("check"), button("clear"), crossButton]) {
      if (locked) element?.setAttribute("aria-disabled", "true");
      else element?.removeAttribute("aria-disabled");
    }
    if (locked) crossButton?.setAttribute("aria-pressed", "false");
    if (retryButton) retryButton.hidden = !locked;
  }

  /**
   * @param {"checked" | "revealed"} next
   * @param {Response["verdict"]} outcome
   */
  function finish(next, outcome) {
    enter(next);
    if (breakdown) breakdown.open = true;
    say(sentence(outcome), () => {
      announced = true;
    });
    const selected = chosen();
    /** @type {Response} */
    const detail = {
      question: id,
      revision,
      verdict: outcome,
      score: next === "checked" ? score(rule, key, selected, order.length) : 0,
      chosen: [...selected],
      order,
    };
    article.dispatchEvent(new CustomEvent("response", { bubbles: true, detail }));
  }

  function check() {
    if (state !== "open" || !breakdown) return;
    const selected = chosen();
    const outcome = verdict(rule, key, selected, order.length, count);
    if (outcome === "none") return say(sentence(outcome));
    if (outcome === "incomplete") return say(howMany(sentences, selected.size - (count ?? 0)));
    markAll(selected);
    finish("checked", outcome);
  }

  /** @param {ReadonlySet<string>} selected */
  function markAll(selected) {
    choices.forEach((choice, index) => {
      const word = choiceVerdict(key.has(order[index]), selected.has(order[index]));
      mark(choice, inputs[index], word);
    });
  }

  /** @param {readonly string[]} ids */
  function restore(ids) {
    const selected = new Set(ids);
    for (const input of inputs) input.checked = selected.has(input.value);
    enter(selected.size ? "checked" : "revealed");
    announced = true;
    if (selected.size) markAll(selected);
    if (breakdown) breakdown.open = true;
  }

  /**
   * Writes the verdict on a choice, or takes it away.
   * @param {HTMLElement} choice
   * @param {HTMLInputElement} input
   * @param {import("./scoring.js").ChoiceVerdict | null} word
   */
  function mark(choice, input, word) {
    const line = /** @type {HTMLElement | null} */ (choice.querySelector(".verdict"));
    if (!line) return;
    line.hidden = !word;
    line.textContent = word && (list?.dataset[word] ?? "");
    if (word) {
      line.id = `${article.id}-verdict-${choiceOf(choice)}`;
      choice.dataset.verdict = word;
      input.setAttribute("aria-describedby", line.id);
    } else {
      delete choice.dataset.verdict;
      input.removeAttribute("aria-describedby");
    }
  }

  function reveal() {
    if (!breakdown) return;
    if (state === "open" && !always) finish("revealed", "revealed");
    breakdown.open = true;
    breakdown.querySelector("summary")?.scrollIntoView({ block: "nearest" });
  }

  function clear() {
    if (state !== "open") return;
    for (const input of inputs) input.checked = false;
    form?.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function retry() {
    if (!breakdown) return;
    enter("open");
    clear();
    choices.forEach((choice, index) => mark(choice, inputs[index], null));
    breakdown.open = always;
    // The button that had the focus is gone.
    inputs[0]?.focus();
  }

  /** @param {number} index */
  function choose(index) {
    const input = inputs[index];
    if (!input) return;
    input.focus();
    if (state !== "open") return;
    input.checked = input.type === "radio" || !input.checked;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** @param {number} index */
  function cross(index) {
    const choice = choices[index];
    if (!choice || state !== "open") return;
    const { crossed = "", uncrossed = "" } = list?.dataset ?? {};
    const now = choice.toggleAttribute("data-crossed");
    if (now) inputs[index].setAttribute("aria-description", crossed);
    else inputs[index].removeAttribute("aria-description");
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    say(`${letterAt(index)}: ${now ? crossed : uncrossed}`);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  form.addEventListener("change", () => say(""));
  list.addEventListener("keydown", ({ key: name }) => {
    walking = name.startsWith("Arrow");
  });
  list.addEventListener("keyup", () => {
    walking = false;
  });
  list.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const choice = /** @type {HTMLElement | null} */ (target.closest(".choice"));
    if (!choice || target.closest("a")) return;
    const crossing = crossButton?.getAttribute("aria-pressed") === "true";
    if (state === "open" && !crossing) return;
    event.preventDefault();
    // An arrow key clicks the radio button that it walks to; that is walking, not crossing out.
    if (crossing && !(walking && event.detail === 0)) cross(choices.indexOf(choice));
  });
  breakdown?.addEventListener("toggle", () => {
    if (breakdown.open && state === "open" && !always) finish("revealed", "revealed");
  });
  retryButton?.addEventListener("click", retry);
  button("clear")?.addEventListener("click", clear);
  button("keys")?.addEventListener("click", () => help(article));
  crossButton?.addEventListener("click", () => {
    const on = crossButton.getAttribute("aria-pressed") !== "true" && state === "open";
    crossButton.setAttribute("aria-pressed", String(on));
  });
  for (const link of /** @type {HTMLAnchorElement[]} */ (all(article, "a.report[data-href]"))) {
    const write = () => {
      const text = reportText({ question: id, revision, order, chosen: chosen() });
      link.href = reportAddress(link.dataset.href ?? "", text);
    };
    write();
    // Also for "open in a new tab", by the middle button or the menu.
    for (const name of ["click", "auxclick", "contextmenu"]) link.addEventListener(name, write);
  }

  const question = { article, now: () => ({ state, announced }), choose, cross, check, reveal, retry, clear, restore };
  mounted.set(article, question);
  enter("open");
  return question;
}

arrangePage();
for (const article of all(document, "article.question")) mount(article);
listen((article) => mounted.get(article));
