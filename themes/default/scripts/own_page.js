/**
 * On a question's own page, what the learner does is noted by a bundle of its own, which is fetched once they do
 * something: who only reads loads nothing.
 * @module
 */

import { preferences } from "./keyboard.js";
import { seen } from "./seen.js";

/** @typedef {typeof import("./journal.js")} Journal */

/** @type {Promise<Journal> | undefined} */
let journal;
/** @returns {Promise<Journal>} */
function load() {
  journal ??= import(new URL("journal.js", import.meta.url).href).then(
    (/** @type {Journal} */ found) => {
      found.begin(preferences.get("confidence"));
      return found;
    },
    (error) => {
      // The network may be back at the next sign.
      journal = undefined;
      throw error;
    },
  );
  return journal;
}

/** What a reader does before anything else; pressing a key or the screen is soon enough for all that is noted. */
const signs = ["pointerdown", "pointermove", "touchstart", "keydown", "focusin"];

/** Where a page is about one question. Other pages that show questions note themselves what becomes of them. */
export function noteOwnPage() {
  if (!document.querySelector("body.question-page article.question")) return;
  let from = 0;
  const options = { once: true, passive: true, capture: true };
  for (const sign of signs) addEventListener(sign, () => load().catch(() => {}), options);
  document.addEventListener("response", async (event) => {
    const { target, detail } = /** @type {CustomEvent<import("./question.js").Response>} */ (event);
    const ms = seen() - from;
    (await load()).note(/** @type {HTMLElement} */ (target), detail, ms);
  });
  document.addEventListener("ask", async (event) => {
    const { target, detail } = /** @type {CustomEvent<string>} */ (event);
    if (detail === "flag") (await load()).flag(/** @type {HTMLElement} */ (target));
  });
  document.addEventListener("click", ({ target }) => {
    // Reading the reasons is no part of answering again.
    if (/** @type {Element} */ (target).closest("button.retry")) from = seen();
  });
}
