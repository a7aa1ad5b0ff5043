/**
 * What a reader has done to a page, kept while parts of it are exchanged: scrolled, focused, opened, answered.
 * @module
 */

import { all, choiceOf, shownOrder } from "../arrange.js";

/**
 * @typedef {object} Answer
 * @property {string} seed
 * @property {string} state
 * @property {Set<string>} ticked choice ids
 * @property {Set<string>} crossed choice ids
 * @property {string} choices all ids, sorted
 * @property {string} key ids of the right choices, sorted
 */

/** @typedef {Map<string, Answer>} Answers by question id */

/** @param {HTMLElement} article */
const keyOf = (article) =>
  all(article, ".reason[data-key=true]")
    .map((it) => it.dataset.choice ?? "")
    .sort()
    .join();

/**
 * @returns {Answers}
 */
export function answers() {
  /** @type {Answers} */
  const res = new Map();
  for (const article of all(document, "article.question")) {
    const { question = "", seed = "", state = "open" } = article.dataset;
    const inputs = /** @type {HTMLInputElement[]} */ (all(article, ".choice input"));
    res.set(question, {
      seed,
      state,
      ticked: new Set(inputs.filter((it) => it.checked).map((it) => it.value)),
      crossed: new Set(all(article, ".choice[data-crossed]").map(choiceOf)),
      choices: shownOrder(article).sort().join(),
      key: keyOf(article),
    });
  }
  return res;
}

/**
 * Brings an article to where the reader was, before it comes into the page: nobody hears of an answer twice.
 * @param {HTMLElement} article
 * @param {Answer | undefined} before
 * @param {(article: HTMLElement) => import("../question.js").Question | null} mount
 */
export function answerAgain(article, before, mount) {
  if (before?.seed) article.dataset.seed = before.seed;
  const question = mount(article);
  if (!before || !question) return;
  const order = shownOrder(article);
  order.forEach((id, index) => {
    const input = /** @type {HTMLInputElement | null} */ (article.querySelectorAll(".choice input")[index] ?? null);
    if (input) input.checked = before.ticked.has(id);
    if (before.crossed.has(id)) question.cross(index);
  });
  const same = [...order].sort().join() === before.choices && keyOf(article) === before.key;
  if (before.state === "checked" && same) question.check();
  else if (before.state !== "open") question.reveal();
}

/**
 * @param {Element} element
 * @returns {string} a selector that finds the same element in another version of the page
 */
function selectorOf(element) {
  /** @type {string[]} */
  const steps = [];
  for (let at = element; at !== document.body && at.parentElement; at = at.parentElement) {
    if (at.id) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    const { choice } = /** @type {HTMLElement} */ (at).dataset ?? {};
    const name = at.localName;
    const place =
      Array.from(at.parentElement.children)
        .filter((it) => it.localName === name)
        .indexOf(at) + 1;
    steps.unshift(choice ? `${name}[data-choice="${CSS.escape(choice)}"]` : `${name}:nth-of-type(${place})`);
  }
  return steps.join(" > ") || "body";
}

/**
 * @returns {Map<string, boolean>} which details are open, by what they say
 */
function opened() {
  /** @type {Map<string, boolean>} */
  const res = new Map();
  for (const [key, details] of keyed()) res.set(key, details.open);
  return res;
}

/** @returns {[string, HTMLDetailsElement][]} */
function keyed() {
  /** @type {Map<string, number>} */
  const times = new Map();
  return Array.from(document.querySelectorAll("details")).map((details) => {
    const name = details.id || (details.querySelector("summary")?.textContent ?? "");
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return [`${name}/${time}`, details];
  });
}

/** What a reader may look at. */
const SEEN = "h1, h2, h3, h4, p, li, pre, tr, img, summary, .content";

/**
 * @param {HTMLElement} element
 * @returns {string} what tells it from its neighbours; empty if nothing does
 */
function looksOf(element) {
  const says = (element.textContent ?? "").trim() || element.getAttribute("src");
  return says ? `${element.localName} ${says}` : "";
}

/**
 * Looks at what the reader sees.
 * @returns {() => void} brings it back as far as it is still there
 */
export function keepView() {
  const open = opened();
  const focus = document.activeElement;
  const focused = focus && focus !== document.body && document.body.contains(focus) ? selectorOf(focus) : null;
  const marks = all(document.body, SEEN)
    .map((element) => ({ element, top: element.getBoundingClientRect().top, looks: looksOf(element) }))
    .filter(({ element, top, looks }) => looks && top >= 0 && top < innerHeight && element.checkVisibility());
  const atTop = scrollY === 0;
  const { style } = document.documentElement;
  // The browser would correct the same shift a second time.
  style.overflowAnchor = "none";
  return () => {
    for (const [key, details] of keyed()) {
      const was = open.get(key);
      if (was !== undefined && details.open !== was) details.open = was;
    }
    if (focused && !focus?.isConnected) {
      /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus({ preventScroll: true });
    }
    if (!atTop) scrollBy({ top: shift(marks), behavior: "instant" });
    requestAnimationFrame(() => {
      style.overflowAnchor = "";
      if (!style.length) document.documentElement.removeAttribute("style");
    });
  };
}

/**
 * @param {{ element: HTMLElement, top: number, looks: string }[]} marks what was seen, from above
 * @returns {number} pixels that the first of them, which is still there, has moved
 */
function shift(marks) {
  /** @type {Map<string, HTMLElement[]>} */
  const now = new Map();
  for (const element of all(document.body, SEEN)) {
    const looks = looksOf(element);
    now.set(looks, [...(now.get(looks) ?? []), element]);
  }
  for (const { element, top, looks } of marks) {
    const found = now.get(looks) ?? [];
    const same = found.includes(element) ? element : found.length === 1 ? found[0] : null;
    if (same) return same.getBoundingClientRect().top - top;
  }
  return 0;
}
