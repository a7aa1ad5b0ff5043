/**
 * Keys of the page, and the dialog that explains them.
 * @module
 */

import { all } from "./arrange.js";
import { actionOf } from "./keys.js";
import { openPreferences } from "./store/preferences.js";

/** They hold whether single-key shortcuts are on (WCAG 2.1.4 asks for the switch). */
export const preferences = openPreferences(document.body.dataset.site ?? "");

/**
 * Opens the help dialog of an article. It closes by Escape or any of its buttons, and gives the focus back by itself.
 * @param {HTMLElement} article
 */
export function help(article) {
  const dialog = document.getElementById(`${article.id}-help`);
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  const box = /** @type {HTMLInputElement | null} */ (dialog.querySelector("input[type=checkbox]"));
  if (box) {
    box.checked = preferences.get("shortcuts");
    box.onchange = () => preferences.set("shortcuts", box.checked);
  }
  for (const button of all(dialog, "button")) button.onclick = () => dialog.close();
  dialog.showModal();
}

/**
 * @param {Element} element
 * @returns {import("./keys.js").Context["focus"]}
 */
function focusOn(element) {
  if (element.matches("input")) {
    const { type } = /** @type {HTMLInputElement} */ (element);
    if (type === "radio" || type === "checkbox") return "other";
    return /^(button|submit|reset|image)$/.test(type) ? "control" : "text";
  }
  if (/** @type {HTMLElement} */ (element).isContentEditable) return "text";
  if (element.matches("textarea, select, audio, video, [role=textbox], [role=combobox]")) return "text";
  return element.closest("a[href], button, summary, [role=button], [role=link]") ? "control" : "other";
}

/** @returns {HTMLElement | null} the article that has the focus, else the one most in view */
function activeArticle() {
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("article.question"));
  if (focused) return focused;
  let best = null;
  let most = 0;
  for (const article of all(document, "article.question")) {
    const { top, bottom } = article.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (seen > most) [best, most] = [article, seen];
  }
  return best;
}

/**
 * @param {(article: Element) => import("./question.js").Question | undefined} questionOf
 */
export function listen(questionOf) {
  document.addEventListener("keydown", (event) => {
    const article = activeArticle();
    const question = article && questionOf(article);
    if (!question || event.defaultPrevented || !(event.target instanceof Element)) return;
    const action = actionOf(event, {
      focus: focusOn(event.target),
      dialog: document.querySelector("dialog[open]") !== null,
      shortcuts: preferences.get("shortcuts"),
      ...question.now(),
    });
    if (!action) return;
    event.preventDefault();
    /**
     * A page of several questions says itself where keys lead, and keeps flags.
     * @param {"next" | "previous" | "flag"} detail
     * @param {string} [selector] of the link that is meant where no one else answers
     */
    const ask = (detail, selector) => {
      const open = article.dispatchEvent(new CustomEvent("ask", { bubbles: true, cancelable: true, detail }));
      if (open && selector) /** @type {HTMLAnchorElement | null} */ (article.querySelector(selector))?.click();
    };
    switch (action.type) {
      case "choose":
        return question.choose(action.index);
      case "cross":
        return question.cross(action.index);
      case "check":
        return question.check();
      case "reveal":
        return question.reveal();
      case "help":
        return help(article);
      case "advance":
        return ask("next", "a.next, a.skip, a[rel~=next]");
      case "next":
        return ask("next", "a[rel~=next]");
      case "flag":
        return ask("flag");
      case "previous":
        return ask("previous", "a[rel~=prev]");
    }
  });
}
