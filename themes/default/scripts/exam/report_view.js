/**
 * The report of a mock exam.
 * @module
 */

import { make } from "../element.js";
import { percentText, pointsText } from "../numbers.js";
import { clock } from "../study/mock.js";

/** @typedef {import("../study/mock_report.js").Report} Report */
/** @typedef {import("../study/mock_report.js").Row} Row */
/** @typedef {import("../study/mock_report.js").Share} Share */

const shapes = { right: "✓", partly: "◐", wrong: "✗", unanswered: "○" };
const standings = { below: "▼", near: "◆", above: "▲", few: "…" };

/** @type {Record<string, (row: Row) => boolean>} */
const filters = {
  all: () => true,
  missed: ({ outcome }) => outcome !== "right",
  flagged: ({ flagged }) => flagged,
  changed: ({ changed }) => changed !== null,
};

/**
 * The share that was right, the range in which ability may lie, and the pass mark.
 * @param {{ low: number, high: number, share: number }} range each 0 to 1
 * @param {number | null} passMark percent
 */
function rangeBar({ low, high, share }, passMark) {
  const at = (/** @type {number} */ value) => Math.round(value * 1000) / 10;
  return make(
    "svg",
    { class: "bar range", viewBox: "0 0 100 2", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("rect", { class: "likely", x: at(low), y: 0.5, width: at(high - low), height: 1 }),
    make("rect", { class: "own", x: Math.max(0, at(share) - 0.6), y: 0, width: 1.2, height: 2 }),
    passMark !== null && make("rect", { class: "mark", x: passMark - 0.25, y: 0, width: 0.5, height: 2 }),
  );
}

/**
 * @param {object} what
 * @param {import("../words.js").Say} what.say
 * @param {Report} what.report
 * @param {import("../study/sittings.js").Sitting} what.sitting
 * @param {(topic: string) => string} what.topicTitle
 * @param {(id: string) => string} what.questionTitle
 * @param {(row: Row) => Promise<Node>} what.look the question with all reasons
 * @param {number | null} what.before percent of the exam before this one
 * @param {{ missed: string | null, flagged: string | null }} what.retry addresses of practice
 * @param {() => void} what.another
 * @returns {HTMLElement}
 */
export function makeReport({ say, report, sitting, topicTitle, questionTitle, look, before, retry, another }) {
  const { total, fresh, seen, topics, time, changed, rows } = report;
  const { passMark, submitted } = sitting;
  const percent = (/** @type {Share} */ { points, n }) => percentText(Math.floor((100 * points) / n + 1e-9) / 100);
  const heading = total.passed === null ? say("your_result") : say(total.passed ? "passed" : "failed");

  const parts = [
    fresh.n > 0 && say("of_new", { percent: percent(fresh), n: fresh.n }),
    seen.n > 0 && say("of_seen", { percent: percent(seen), n: seen.n }),
  ].filter(Boolean);
  const corrected = rows.filter(({ then }) => then !== null);
  const notes = [
    submitted?.timedOut && say("timed_out"),
    before !== null &&
      total.percent !== before &&
      say(total.percent > before ? "better" : "worse", { n: Math.abs(total.percent - before) }),
    corrected.length > 0 && say("corrected", { n: corrected.length }),
  ].filter(Boolean);

  const list = make("ol", { class: "reviews" });
  const none = make("p", { class: "empty", hidden: true }, say("none_such"));
  const choice = make(
    "fieldset",
    { change: (/** @type {Event} */ { target }) => show(/** @type {HTMLInputElement} */ (target).value) },
    make("legend", {}, say("show")),
    Object.entries(filters).map(([name, fits]) =>
      make(
        "label",
        {},
        make("input", { type: "radio", name: "rows", value: name, checked: name === "all", autocomplete: "off" }),
        make("span", {}, `${say(`rows_${name}`)} (${rows.filter(fits).length})`),
      ),
    ),
  );

  /** @param {string} name of a filter */
  function show(name) {
    const found = rows.filter(filters[name]);
    none.hidden = found.length > 0;
    list.replaceChildren(...found.map(item));
  }

  /** @param {Row} row */
  function item(row) {
    const body = make("div", { class: "reviewed" });
    const facts = [
      say(`outcome_${row.outcome}`),
      row.then && say("then", { outcome: say(`outcome_${row.then}`) }),
      row.flagged && say("flagged"),
      row.changed && say(`changed_${row.changed.replace("-", "_")}`),
      topicTitle(row.topic),
      row.ms > 0 && clock(row.ms),
    ].filter(Boolean);
    const details = make(
      "details",
      {
        class: "review",
        "data-outcome": row.outcome,
        toggle: async () => {
          if (!details.open || body.hasChildNodes()) return;
          body.append(make("p", { class: "label" }, say("loading")));
          body.replaceChildren(await look(row));
        },
      },
      make(
        "summary",
        {},
        make("span", { class: "shape", "aria-hidden": "true" }, shapes[row.outcome]),
        make(
          "span",
          {},
          make("strong", {}, `${row.number}. ${questionTitle(row.id)}`),
          make("span", { class: "meta" }, facts.join(" · ")),
        ),
      ),
      body,
    );
    return make("li", { value: row.number }, details);
  }

  show("all");
  return make(
    "section",
    { class: "report" },
    make("h2", { tabindex: "-1" }, heading),
    make(
      "p",
      { class: "score" },
      make("strong", {}, percentText(total.percent / 100)),
      make(
        "span",
        {},
        [
          say("score_of", { points: pointsText(total.points), n: total.n }),
          passMark !== null && say("pass_mark", { percent: percentText(passMark / 100) }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    passMark !== null &&
      make(
        "svg",
        { class: "bar result", viewBox: "0 0 100 2", preserveAspectRatio: "none", "aria-hidden": "true" },
        make("rect", { class: "own", width: total.percent, y: 0.5, height: 1 }),
        make("rect", { class: "mark", x: passMark - 0.25, y: 0, width: 0.5, height: 2 }),
      ),
    parts.length > 0 && make("p", {}, parts.join(" ")),
    notes.map((text) => make("p", { class: "label" }, String(text))),
    make(
      "div",
      { class: "actions" },
      retry.missed && make("a", { class: "button", href: retry.missed }, say("retry_missed")),
      retry.flagged && make("a", { class: "button quiet-button", href: retry.flagged }, say("retry_flagged")),
      make("button", { type: "button", click: another }, say("another")),
      make("button", { type: "button", click: () => print() }, say("print")),
    ),
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
          make("th", { scope: "col" }, say("standing")),
        ),
      ),
      make(
        "tbody",
        {},
        topics.map((topic) =>
          make(
            "tr",
            {},
            make(
              "th",
              { scope: "row" },
              topicTitle(topic.topic),
              topic.standing !== "few" && rangeBar({ ...topic, share: topic.points / topic.n }, passMark),
            ),
            make("td", { class: "number" }, `${pointsText(topic.points)} / ${topic.n}`),
            make(
              "td",
              { class: "standing" },
              topic.standing && make("span", { "aria-hidden": "true" }, `${standings[topic.standing]} `),
              topic.standing && say(`standing_${topic.standing}`),
            ),
          ),
        ),
      ),
    ),
    make("p", { class: "label" }, say("standing_note")),
    make(
      "dl",
      { class: "figures" },
      figure(say("time_total"), clock(time.total)),
      figure(say("time_median"), clock(time.median)),
      time.right > 0 && figure(say("time_right"), clock(time.right)),
      time.wrong > 0 && figure(say("time_wrong"), clock(time.wrong)),
      figure(say("changed_to_right"), String(changed.toRight)),
      figure(say("changed_to_wrong"), String(changed.toWrong)),
    ),
    make("h3", {}, say("each_question")),
    make("div", { class: "filters" }, choice),
    list,
    none,
  );
}

/** @param {string} name @param {string} value */
const figure = (name, value) => make("div", {}, make("dt", {}, name), make("dd", {}, value));
