/**
 * The questions of an exam as buttons: each says its state in words and by its shape.
 * @module
 */

import { make } from "../element.js";

/** @typedef {import("../study/mock.js").Place} Place */
/** @typedef {import("../words.js").Say} Say */

const shapes = { answered: "●", incomplete: "◐", unanswered: "○" };

/**
 * @param {Say} say
 * @param {Place} place
 * @returns {string} "answered, flagged"
 */
export function describe(say, { mark, chosen, count, flagged }) {
  const state = mark === "incomplete" ? say("incomplete_of", { chosen, count: count ?? 0 }) : say(mark);
  return flagged ? `${state}, ${say("flagged")}` : state;
}

/**
 * @param {Say} say
 * @param {Place} place
 * @param {number} at number of the question on screen
 * @param {(number: number) => void} go
 */
function tile(say, place, at, go) {
  const { number, mark, chosen, count, flagged } = place;
  return make(
    "button",
    {
      type: "button",
      class: "tile",
      "data-mark": mark,
      "aria-current": number === at ? "true" : null,
      click: () => go(number),
    },
    make("span", {}, number),
    make("span", { class: "shape", "aria-hidden": "true" }, shapes[mark]),
    mark === "incomplete" && make("span", { class: "part", "aria-hidden": "true" }, `${chosen}/${count}`),
    flagged && make("span", { class: "flagged", "aria-hidden": "true" }, "⚑"),
    make("span", { class: "words" }, `: ${describe(say, place)}`),
  );
}

/**
 * @param {Say} say
 * @param {(number: number) => void} go to a question, numbered from 1
 */
export function makeNavigator(say, go) {
  const list = make("ol", { class: "tiles" });
  const tally = make("span", {});
  const legend = make(
    "ul",
    { class: "legend", "aria-hidden": "true" },
    Object.entries(shapes).map(([mark, shape]) => make("li", {}, `${shape} ${say(mark)}`)),
    make("li", {}, `⚑ ${say("flagged")}`),
  );
  const element = make(
    "details",
    { class: "navigator" },
    make("summary", {}, tally),
    make("nav", { "aria-label": say("navigator") }, list),
    legend,
  );
  return {
    element,
    /**
     * @param {Place[]} places
     * @param {number} at number of the question on screen
     */
    show(places, at) {
      const focused = list.contains(document.activeElement);
      list.replaceChildren(...places.map((place) => make("li", {}, tile(say, place, at, go))));
      tally.textContent = say("tally", {
        done: places.filter(({ mark }) => mark === "answered").length,
        n: places.length,
      });
      // The button that had the focus is another one now.
      if (focused) /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"))?.focus();
    },
  };
}
