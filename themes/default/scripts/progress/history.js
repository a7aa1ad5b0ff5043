/**
 * Past mock exams, as the progress page lists them. Pure but for `mocksView`.
 * @module
 */

import { make } from "../element.js";
import { mediumDay, number, percent } from "./words.js";

/**
 * @typedef {object} Past
 * @property {string} id of the sitting
 * @property {number} day
 * @property {number | null} number of the form
 * @property {number} n questions of the form
 * @property {number} points earned by the keys of today
 * @property {number} percent rounded down, so that no one passes by rounding
 * @property {boolean | null} passed null where there was no pass mark
 */

/**
 * @param {import("../study/state.js").State} state
 * @param {string} exam
 * @param {(attempt: { time: number, zone: number }) => number} dayOf
 * @returns {Past[]} newest first
 */
export function pastMocks({ sittings, attempts }, exam, dayOf) {
  /** @type {Map<string, { points: number, zone: number }>} */
  const sums = new Map();
  for (const { sitting, score, zone } of attempts) {
    if (!sitting) continue;
    const sum = sums.get(sitting) ?? { points: 0, zone };
    sum.points += score;
    sums.set(sitting, sum);
  }
  return sittings
    .filter((sitting) => sitting.submitted && sitting.exam === exam)
    .map(({ id, started, form, passMark }) => {
      const { points, zone } = sums.get(id) ?? { points: 0, zone: 0 };
      const n = form.ids.length;
      // A sum of thirds may fall short of a whole by less than anyone earns.
      const exact = n ? (100 * points) / n + 1e-9 : 0;
      return {
        id,
        day: dayOf({ time: started, zone }),
        number: form.number,
        n,
        points,
        percent: Math.floor(exact),
        passed: passMark === null ? null : exact >= passMark,
      };
    })
    .reverse();
}

/**
 * @param {Past[]} past
 * @param {string} url of the mock exam page
 * @param {import("../words.js").Say} say
 */
export function mocksView(past, url, say) {
  return make(
    "section",
    { class: "mocks" },
    make("h2", {}, say("mocks")),
    past.length === 0
      ? make("p", {}, say("mocks_none"), " ", make("a", { href: url }, say("mock_start")))
      : make(
          "table",
          {},
          make("caption", { class: "word" }, say("mocks")),
          make(
            "thead",
            {},
            make(
              "tr",
              {},
              make("th", { scope: "col" }, say("when")),
              make("th", { scope: "col" }, say("form")),
              make("th", { scope: "col", class: "number" }, say("score")),
              make("th", { scope: "col" }, say("result")),
            ),
          ),
          make(
            "tbody",
            {},
            past.map((mock) =>
              make(
                "tr",
                {},
                make("th", { scope: "row" }, make("a", { href: `${url}?sitting=${mock.id}` }, mediumDay(mock.day))),
                make("td", {}, mock.number === null ? say("form_fresh") : number(mock.number)),
                make(
                  "td",
                  { class: "number" },
                  say("share", { share: percent(mock.percent / 100), n: number(mock.n) }),
                ),
                make("td", {}, mock.passed === null ? "–" : say(mock.passed ? "passed" : "failed")),
              ),
            ),
          ),
        ),
  );
}
