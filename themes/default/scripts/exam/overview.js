/**
 * The last look before an exam is handed in: what is open, what is flagged.
 * @module
 */

import { make } from "../element.js";
import { counts, filtered } from "../study/mock.js";
import { describe } from "./navigator.js";

/** @typedef {import("../study/mock.js").Place} Place */
/** @typedef {import("../study/mock.js").Filter} Filter */

const filters = /** @type {const} */ (["all", "unanswered", "incomplete", "flagged"]);

/**
 * @param {import("../words.js").Say} say
 * @param {Place[]} places
 * @param {(id: string) => string} titleOf
 * @param {{ go: (number: number) => void, submit: () => void, back: () => void }} ways
 * @returns {HTMLElement}
 */
export function makeOverview(say, places, titleOf, ways) {
  const count = counts(places);
  const rows = make("ol", { class: "rows overview" });
  const none = make("p", { class: "empty", hidden: true }, say("none_such"));

  /** @param {Filter} filter */
  function show(filter) {
    const found = filtered(places, filter);
    none.hidden = found.length > 0;
    rows.hidden = !found.length;
    rows.replaceChildren(
      ...found.map((place) =>
        make(
          "li",
          { class: "row", "data-mark": place.mark },
          make(
            "button",
            { type: "button", class: "to-question", click: () => ways.go(place.number) },
            `${place.number}. ${titleOf(place.id)}`,
          ),
          make("p", { class: "meta" }, describe(say, place)),
        ),
      ),
    );
  }

  const choice = make(
    "fieldset",
    {
      change: (/** @type {Event} */ { target }) =>
        show(/** @type {Filter} */ (/** @type {HTMLInputElement} */ (target).value)),
    },
    make("legend", {}, say("show")),
    filters.map((filter) =>
      make(
        "label",
        {},
        make("input", { type: "radio", name: "filter", value: filter, checked: filter === "all", autocomplete: "off" }),
        make("span", {}, `${say(`filter_${filter}`)} (${count[filter]})`),
      ),
    ),
  );
  const warnings = [
    count.unanswered && say("warn_unanswered", { n: count.unanswered }),
    count.incomplete && say("warn_incomplete", { n: count.incomplete }),
    count.flagged && say("warn_flagged", { n: count.flagged }),
  ].filter(Boolean);
  const sure = make(
    "dialog",
    { class: "help", "aria-labelledby": "_sure" },
    make("h2", { id: "_sure" }, say("submit_question")),
    make(
      "ul",
      { class: "plain" },
      warnings.map((text) => make("li", {}, String(text))),
      make("li", {}, say("submit_final")),
    ),
    make(
      "form",
      { method: "dialog", class: "actions" },
      make("button", { class: "check", type: "button", click: () => (sure.close(), ways.submit()) }, say("submit")),
      make("button", {}, say("keep_working")),
    ),
  );
  show("all");
  return make(
    "section",
    { class: "overview-view" },
    make("h2", { tabindex: "-1" }, say("overview")),
    make("p", {}, say("tally", { done: count.answered, n: count.all })),
    warnings.length > 0 &&
      make(
        "ul",
        { class: "notice" },
        warnings.map((text) => make("li", {}, String(text))),
      ),
    make("div", { class: "filters" }, choice),
    rows,
    none,
    make(
      "div",
      { class: "actions" },
      make("button", { type: "button", class: "check", click: () => sure.showModal() }, say("submit")),
      make("button", { type: "button", click: ways.back }, say("back_to_questions")),
    ),
    sure,
  );
}
