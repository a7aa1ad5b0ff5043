/**
 * What a learner keeps about a question, beside the answer: a flag, a note, how sure they were. An article has the
 * controls; here they come to life. The same for a question's own page and for every mode.
 * @module
 */

import { all, choiceOf } from "./arrange.js";
import { NOTE_LIMIT } from "./study/events.js";

/** @typedef {import("./study/events.js").Confidence} Confidence */

/**
 * What of a learner's history an article needs.
 * @typedef {object} Kept
 * @property {(id: string) => boolean} flagged
 * @property {(id: string, on: boolean) => void} flag
 * @property {(id: string) => string} noteOf
 * @property {(id: string, text: string) => Promise<unknown>} note
 * @property {boolean} confidence whether to ask how sure the learner is
 */

/**
 * @typedef {object} Enriched
 * @property {() => { confidence: Confidence | null, hints: number, crossed: string[] }} circumstances of the answer
 * @property {() => void} toggleFlag
 * @property {() => void} refresh shows what another tab may have changed
 */

/** @type {WeakMap<Element, Enriched>} */
const enriched = new WeakMap();

/**
 * @param {HTMLElement} article
 * @param {Kept} kept
 * @returns {Enriched} the same for the same article
 */
export function enrich(article, kept) {
  const before = enriched.get(article);
  if (before) return before;
  const { question: id = "" } = article.dataset;
  const flag = /** @type {HTMLButtonElement | null} */ (article.querySelector("button.flag"));
  const fold = /** @type {HTMLDetailsElement | null} */ (article.querySelector("details.note"));
  const field = fold?.querySelector("textarea");
  const said = /** @type {HTMLElement | null} */ (fold?.querySelector("[role=status]") ?? null);
  const scale = /** @type {HTMLFieldSetElement | null} */ (article.querySelector(".confidence"));
  /** @type {Set<Element>} */
  const hints = new Set();

  let flagged = kept.flagged(id);
  const showFlag = () => flag?.setAttribute("aria-pressed", String(flagged));
  const toggleFlag = () => {
    flagged = !flagged;
    kept.flag(id, flagged);
    showFlag();
  };
  flag?.addEventListener("click", toggleFlag);

  let written = kept.noteOf(id);
  const showNote = () => {
    if (!field || !fold) return;
    field.maxLength = NOTE_LIMIT;
    // What is being written must not be lost to what was written elsewhere.
    if (field.value.trim() !== written) return;
    written = field.value = kept.noteOf(id);
    if (written) fold.open = true;
  };
  let timer = 0;
  const save = async () => {
    clearTimeout(timer);
    const text = field?.value.trim() ?? "";
    if (!field || text === written) return;
    written = text;
    await kept.note(id, text);
    if (said && written === text) said.textContent = field.dataset.saved ?? "";
  };
  field?.addEventListener("input", () => {
    if (said) said.textContent = "";
    clearTimeout(timer);
    timer = window.setTimeout(save, 1000);
  });
  field?.addEventListener("change", save);
  // Leaving by a link or closing the tab comes without a change of focus.
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);

  if (scale) {
    scale.hidden = !kept.confidence;
    // It is part of the form, but no choice: a change of it is none of the answer.
    scale.addEventListener("change", (event) => event.stopPropagation());
  }
  const count = () => all(article, "details.hint[open]").forEach((hint) => hints.add(hint));
  article.addEventListener("toggle", count, true);
  count();
  article.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest("button.retry"))) return;
    hints.clear();
    count();
    for (const input of scale?.querySelectorAll("input") ?? []) input.checked = false;
  });

  /** @type {Enriched} */
  const result = {
    circumstances: () => ({
      confidence: /** @type {Confidence | null} */ (
        scale?.querySelector("input:checked")?.getAttribute("value") ?? null
      ),
      hints: hints.size,
      crossed: all(article, ".choice[data-crossed]").map(choiceOf),
    }),
    toggleFlag,
    refresh: () => {
      flagged = kept.flagged(id);
      showFlag();
      showNote();
    },
  };
  enriched.set(article, result);
  if (field && !field.value) field.value = written;
  if (fold && written) fold.open = true;
  showFlag();
  return result;
}
