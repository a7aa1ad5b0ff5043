/**
 * How likely a mock exam would be passed today, what that rests on, and what to do next.
 * @module
 */

import { make } from "../element.js";
import { intervalFigure } from "../pictures/interval.js";
import { goalOf } from "./charts.js";
import { percent } from "./words.js";

/** @typedef {import("../words.js").Say} Say */
/** @typedef {import("../study/bank.js").Bank} Bank */

/** More than that is no advice. */
const most = 3;

/**
 * @param {import("../study/readiness.js").Readiness} readiness
 * @param {Bank} bank
 * @param {Say} say
 * @returns {HTMLElement}
 */
export function readinessView(readiness, bank, say) {
  const { probability, score, low, high, answers, unseen, missing } = readiness;
  const evidenceText = [
    say("evidence_answers", { n: answers }),
    unseen > 0 ? say("evidence_unseen", { n: unseen }) : say("evidence_used"),
  ].join(" ");
  const enough = probability !== null;
  return make(
    "section",
    { class: "readiness" },
    make("h2", {}, say("readiness")),
    enough
      ? [
          make("p", { class: "score" }, make("strong", {}, percent(probability)), " ", say("readiness_chance")),
          intervalFigure({
            id: "readiness",
            title: say("readiness_picture"),
            says: say("readiness_between", { score: percent(score), low: percent(low), high: percent(high) }),
            value: score,
            low,
            high,
            percent,
            goal: goalOf(bank.passMark, say),
          }),
        ]
      : [
          make("p", { class: "score" }, make("strong", {}, say("not_enough"))),
          missing.length > 0 &&
            make("p", {}, say("not_enough_topics", { n: missing.length }), " ", topicList(missing, bank)),
        ],
    make("p", { class: "label" }, evidenceText),
    make(
      "details",
      { class: "how" },
      make("summary", {}, say("how")),
      make("p", {}, say("how_what", { mark: bank.passMark === null ? "–" : percent(bank.passMark / 100) })),
      make("p", {}, say("how_counts")),
      make("p", {}, say("how_interval")),
    ),
  );
}

/**
 * @param {number[]} topics
 * @param {Bank} bank
 */
function topicList(topics, bank) {
  return topics.flatMap((topic, at) => [
    at ? ", " : "",
    make(
      "a",
      { href: `${bank.url}practice/?topic=${encodeURIComponent(bank.topics[topic].id)}`, dir: "auto" },
      bank.topics[topic].title,
    ),
  ]);
}

/**
 * @param {import("../study/readiness.js").Gain[]} gains
 * @param {Bank} bank
 * @param {Say} say
 * @returns {HTMLElement}
 */
export function nextView(gains, bank, say) {
  return make(
    "section",
    { class: "next" },
    make("h2", {}, say("next")),
    gains.length > 0
      ? [
          make("p", { class: "label" }, say("next_says")),
          make(
            "ol",
            { class: "gains" },
            gains.slice(0, most).map(({ topic, open, gain }) =>
              make(
                "li",
                {},
                make(
                  "a",
                  {
                    href: `${bank.url}practice/?topic=${encodeURIComponent(bank.topics[topic].id)}&order=weakest`,
                    dir: "auto",
                  },
                  bank.topics[topic].title,
                ),
                " ",
                make("span", { class: "label" }, say("next_gain", { gain: percent(gain), n: open })),
              ),
            ),
          ),
        ]
      : make("p", {}, say("next_none")),
    make(
      "p",
      { class: "actions" },
      make("a", { class: "button", href: `${bank.url}review/` }, say("next_today")),
      make("a", { class: "button second", href: `${bank.url}mock/` }, say("next_mock")),
    ),
  );
}
