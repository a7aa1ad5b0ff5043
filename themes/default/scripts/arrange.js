/**
 * Puts the choices of an article into the order of its seed, and with them everything that speaks of their letters.
 * Runs before the first paint, so it stays small.
 * @module
 */

import { letterAt } from "./letters.js";
import { shuffle } from "./shuffle.js";

/**
 * The elements that stand for choices, each with its id.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const all = (root, selector) => Array.from(root.querySelectorAll(selector));

/**
 * @param {HTMLElement} element
 * @returns {string} the id of the choice that the element belongs to
 */
export const choiceOf = (element) => element.dataset.choice ?? "";

/**
 * The seed of this page view: `?seed=7` in the address, else a random one.
 * @returns {string}
 */
export function pageSeed() {
  const asked = new URLSearchParams(location.search).get("seed");
  if (asked && /^\d{1,20}$/.test(asked)) return asked;
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/**
 * Choice ids in the order on screen.
 * @param {ParentNode} article
 * @returns {string[]}
 */
export const shownOrder = (article) => all(article, ".choice").map(choiceOf);

/**
 * Orders an article once; a second call changes nothing.
 * @param {HTMLElement} article
 * @param {string} seed
 */
export function arrange(article, seed) {
  const { dataset } = article;
  if (dataset.shuffle === undefined || dataset.ordered !== undefined) return;
  const choices = all(article, ".choice");
  const written = choices.map(choiceOf);
  const pinned = new Set(written.filter((_, index) => choices[index].dataset.pinned !== undefined));
  const order = shuffle(written, pinned, `${seed}/${dataset.question}`);
  const place = (/** @type {HTMLElement} */ element) => order.indexOf(choiceOf(element));
  const byPlace = (/** @type {HTMLElement} */ one, /** @type {HTMLElement} */ other) => place(one) - place(other);

  for (const items of [choices, all(article, ".reason")]) {
    for (const item of items.sort(byPlace)) {
      const letter = item.querySelector(".letter");
      if (letter) letter.textContent = letterAt(place(item));
      item.parentElement?.append(item);
    }
  }

  // The key is a list in ascending order: its places stay, with the words between them, and the letters are dealt anew.
  for (const list of all(article, ".key-letters")) {
    const places = all(list, "[data-choice]");
    const sorted = [...places].sort(byPlace).map(choiceOf);
    places.forEach((span, index) => {
      span.dataset.choice = sorted[index];
    });
  }
  for (const reference of all(article, ".choice-ref")) {
    const index = place(reference);
    if (index >= 0) reference.textContent = letterAt(index);
  }
  dataset.seed = seed;
  dataset.ordered = "";
}

/**
 * Orders every article of the page. Before the first paint this is called from order.js; calling it again later finds
 * nothing left to do.
 */
export function arrangePage() {
  const seed = pageSeed();
  for (const article of all(document, ".question[data-shuffle]")) arrange(article, seed);
}
