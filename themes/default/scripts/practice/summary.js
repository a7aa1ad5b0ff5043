/**
 * What came of a practice session.
 * @module
 */

import { bar, button, make } from "../element.js";
import { percentText, pointsText } from "../numbers.js";
import { summarise } from "../study/session.js";

/** @typedef {import("../study/session.js").Session} Session */
/** @typedef {import("../study/bank.js").Bank} Bank */

const shapes = { right: "✓", partly: "◐", wrong: "✗", revealed: "–" };

/**
 * @param {Session} session
 * @param {Bank} bank
 * @param {import("../words.js").Say} say
 * @param {string[]} flagged ids of the session that are flagged
 * @param {{ again: (ids: string[]) => void, anew: () => void, change: () => void, look: (at: number) => void }} ways
 * @returns {HTMLElement}
 */
export function makeSummary(session, bank, say, flagged, ways) {
  const { n, points: earned, revealed, left, wrong } = summarise(session);
  const topicOf = (/** @type {string} */ id) => bank.byId.get(id)?.topic ?? -1;
  const topics = bank.topics
    .map(({ title, url }, topic) => ({ title, url, ...summarise(session, (id) => topicOf(id) === topic) }))
    .filter((topic) => topic.n > 0);
  const percent = n ? Math.floor((100 * earned) / n + 1e-9) : 0;
  const rest = [revealed && say("revealed_count", { n: revealed }), left && say("left_count", { n: left })];

  return make(
    "section",
    { class: "summary-view" },
    make("h2", { tabindex: "-1" }, say("summary_title")),
    n
      ? make(
          "p",
          { class: "score" },
          make("strong", {}, percentText(percent / 100)),
          " ",
          make("span", {}, say("score_of", { points: pointsText(earned), n })),
        )
      : make("p", {}, say("nothing_answered")),
    rest.some(Boolean) && make("p", { class: "label" }, rest.filter(Boolean).join(" · ")),
    make(
      "div",
      { class: "actions" },
      button(say("new_set"), ways.anew, "check"),
      wrong.length > 0 && button(say("retry_wrong", { n: wrong.length }), () => ways.again(wrong)),
      flagged.length > 0 && button(say("retry_flagged", { n: flagged.length }), () => ways.again(flagged)),
      button(say("change"), ways.change),
    ),
    topics.length > 0 &&
      make(
        "table",
        { class: "by-topic" },
        make("caption", {}, say("by_topic")),
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col" }, say("topic")),
            make("th", { scope: "col", class: "number" }, say("points")),
          ),
        ),
        make(
          "tbody",
          {},
          topics.map((topic) =>
            make(
              "tr",
              {},
              make("th", { scope: "row" }, make("a", { href: topic.url }, topic.title), bar(topic.points / topic.n)),
              make("td", { class: "number" }, `${pointsText(topic.points)} / ${topic.n}`),
            ),
          ),
        ),
      ),
    make("h3", {}, say("each_question")),
    make(
      "ol",
      { class: "results" },
      session.ids.map((id, at) => {
        const verdict = session.outcomes[id]?.verdict;
        return make(
          "li",
          { "data-outcome": verdict ?? "open" },
          make(
            "button",
            { type: "button", click: () => ways.look(at) },
            make("span", { "aria-hidden": "true" }, verdict ? shapes[verdict] : "·"),
            make(
              "span",
              {},
              `${at + 1}: ${say(`outcome_${verdict ?? "open"}`)}${flagged.includes(id) ? `, ${say("flagged")}` : ""}`,
            ),
          ),
        );
      }),
    ),
  );
}
