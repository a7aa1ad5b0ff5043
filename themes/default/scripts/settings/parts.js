/**
 * What the sections of the settings are made of.
 * @module
 */

import { make } from "../element.js";

/** @typedef {import("../store/store.js").Store} Store */
/** @typedef {import("../store/preferences.js").PreferenceStore} PreferenceStore */

/**
 * An exam, as the page's data block has it.
 * @typedef {{ id: string, title: string, code: string | null, bank: string, keys: string }} Exam
 */

/**
 * What all sections work with.
 * @typedef {object} Context
 * @property {Store} store
 * @property {PreferenceStore} preferences
 * @property {import("../words.js").Say} say
 * @property {{ siteId: string, formerSiteIds: string[] }} site
 * @property {Exam[]} exams
 * @property {string} lang
 */

let ids = 0;

/**
 * @param {string} heading
 * @param {...import("../element.js").Child} children
 * @returns {HTMLElement}
 */
export function section(heading, ...children) {
  const id = `part-${++ids}`;
  return make("section", { "aria-labelledby": id }, make("h2", { id }, heading), ...children);
}

/** @param {string} text @param {() => void} click @param {string} [kind] */
export const button = (text, click, kind) => make("button", { type: "button", class: kind, click }, text);

/** @param {...import("../element.js").Child} children */
export const row = (...children) => make("div", { class: "actions" }, ...children);

/** A line that is read out when it changes. */
export const statusLine = () => make("p", { class: "outcome", role: "status" });

/**
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
export function toggle(text, on, change) {
  const box = make("input", { type: "checkbox", change: () => change(box.checked) });
  box.checked = on;
  return { element: make("label", { class: "switch" }, box, text), box };
}

/**
 * A dialog that is gone when it is closed; Escape closes it as the last button does.
 * @param {string} heading
 * @param {import("../element.js").Child[]} content
 * @param {{ text: string, act?: () => void, kind?: string }[]} buttons one without `act` only closes
 */
export function ask(heading, content, buttons) {
  const id = `part-${++ids}`;
  const dialog = make("dialog", { class: "help ask", "aria-labelledby": id, close: () => dialog.remove() });
  dialog.append(
    make("h2", { id }, heading),
    ...content.map((child) => (child instanceof Node ? child : make("p", {}, child))),
    row(
      ...buttons.map(({ text, act, kind }) =>
        button(
          text,
          () => {
            dialog.close();
            act?.();
          },
          kind,
        ),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
