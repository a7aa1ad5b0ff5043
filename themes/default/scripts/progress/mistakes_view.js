/**
 * Lists of questions to look at again, with a way to practise them.
 * @module
 */

import { make } from "../element.js";
import { rowsFigure } from "../pictures/bars.js";
import { nameOf, readable, whenNear } from "./titles.js";
import { number, percent } from "./words.js";
import { shareText } from "./charts.js";

/** @typedef {import("../words.js").Say} Say */
/** @typedef {import("../study/bank.js").Bank} Bank */
/** @typedef {import("../study/bank.js").Entry} Entry */

/** More of a list than that is practised rather than read. */
const shown = 5;

/**
 * A link to a question, by its title once its page told it.
 * @param {Entry} entry
 * @param {string} code of the exam
 */
function questionLink(entry, code) {
  const link = make("a", { href: entry.url, dir: "auto" }, readable(entry.slug));
  whenNear(link, () => {
    nameOf(entry, code).then((named) => {
      if (named?.title) link.textContent = named.title;
    });
  });
  return link;
}

/**
 * @param {Bank} bank
 * @param {Entry[]} entries
 * @param {Say} say
 */
function practise(bank, entries, say) {
  const only = entries.map(({ slug }) => encodeURIComponent(slug)).join(",");
  return make(
    "p",
    { class: "more" },
    make("a", { href: `${bank.url}practice/?only=${only}&n=all` }, say("practise_these", { n: entries.length })),
  );
}

/**
 * @param {string} title
 * @param {string} says
 * @param {{ at: number, note: string }[]} items
 * @param {Bank} bank
 * @param {Say} say
 */
function list(title, says, items, bank, say) {
  const entries = items.slice(0, 50).map(({ at }) => bank.entries[at]);
  return make(
    "section",
    { class: "list" },
    make("h3", {}, title),
    make("p", { class: "label" }, says),
    items.length > 0 && [
      make(
        "ol",
        { class: "questions" },
        items
          .slice(0, shown)
          .map(({ at, note }) =>
            make("li", {}, questionLink(bank.entries[at], bank.code), note && make("span", { class: "label" }, note)),
          ),
      ),
      practise(bank, entries, say),
    ],
  );
}

/**
 * @param {object} found
 * @param {ReturnType<typeof import("../study/mistakes.js").hardest>} found.hard
 * @param {import("../study/mistakes.js").Certainty} found.certain
 * @param {import("../study/mistakes.js").Confusion[]} found.confused
 * @param {Bank} bank
 * @param {Say} say
 * @returns {HTMLElement}
 */
export function mistakesView({ hard, certain, confused }, bank, say) {
  const { by, lucky, errors } = certain;
  const asked = by.guess.n + by.unsure.n + by.sure.n;
  return make(
    "section",
    { class: "mistakes" },
    make("h2", {}, say("mistakes")),
    make(
      "div",
      { class: "lists" },
      list(
        say("hardest"),
        say(hard.length ? "hardest_says" : "hardest_none"),
        hard.map(({ at, n, right }) => ({ at, note: say("right_of", { right: number(right), n }) })),
        bank,
        say,
      ),
      list(
        say("errors"),
        errors.length ? say("errors_says", { n: errors.length }) : say(asked ? "errors_none" : "certainty_unasked"),
        errors.map(({ at }) => ({ at, note: "" })),
        bank,
        say,
      ),
      list(
        say("lucky"),
        lucky.length ? say("lucky_says", { n: lucky.length }) : say(asked ? "lucky_none" : "certainty_unasked"),
        lucky.map(({ at }) => ({ at, note: "" })),
        bank,
        say,
      ),
      asked > 0 &&
        make(
          "section",
          { class: "list" },
          make("h3", {}, say("certainty")),
          make("p", { class: "label" }, say("certainty_says")),
          make(
            "table",
            {},
            make(
              "thead",
              {},
              make(
                "tr",
                {},
                make("th", { scope: "col" }, say("you_were")),
                make("th", { scope: "col", class: "number" }, say("right")),
              ),
            ),
            make(
              "tbody",
              {},
              /** @type {const} */ (["sure", "unsure", "guess"]).map((name) =>
                make(
                  "tr",
                  {},
                  make("th", { scope: "row" }, say(name)),
                  make("td", { class: "number" }, shareText(by[name], say)),
                ),
              ),
            ),
          ),
        ),
    ),
    confusionView(confused, bank, say),
  );
}

/**
 * @param {import("../study/mistakes.js").Confusion[]} confused
 * @param {Bank} bank
 * @param {Say} say
 */
function confusionView(confused, bank, say) {
  if (!confused.length) {
    return make(
      "section",
      { class: "list" },
      make("h3", {}, say("confusions")),
      make("p", { class: "label" }, say("confusions_none")),
    );
  }
  const element = rowsFigure({
    id: "confusions",
    title: say("confusions"),
    says: say("confusions_says", { n: confused.length }),
    reader: say("read_values", { title: say("confusions") }),
    bars: confused.map(({ at, times, n }, index) => ({
      n: times,
      of: n,
      label: say("times_of", { times: number(times), n }),
      reading: say("confusion_reading", {
        i: index + 1,
        question: readable(bank.entries[at].slug),
        share: percent(times / n),
        times: number(times),
        n,
      }),
    })),
    tableLabel: say("table"),
    table: {
      open: true,
      head: [say("question"), say("you_chose")],
      rows: () =>
        confused.map(({ at, choice }, index) => {
          const entry = bank.entries[at];
          const text = make("span", { class: "choice-text", dir: "auto" }, choice);
          whenNear(text, () => {
            nameOf(entry, bank.code).then((named) => {
              const words = named?.choices.get(choice);
              if (words) text.textContent = words;
            });
          });
          return [make("span", {}, `${index + 1}. `, questionLink(entry, bank.code)), text];
        }),
    },
  });
  element.classList.add("wordy");
  return element;
}

/**
 * Accuracy by difficulty and by type.
 * @param {import("../study/statistics.js").Kind[]} difficulties
 * @param {import("../study/statistics.js").Kind[]} types
 * @param {(ms: number) => string} duration
 * @param {Say} say
 */
export function kindsView(difficulties, types, duration, say) {
  /** @param {string} title @param {import("../study/statistics.js").Kind[]} kinds */
  const table = (title, kinds) =>
    kinds.length > 0 &&
    make(
      "table",
      {},
      make("caption", {}, title),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, say("kind")),
          make("th", { scope: "col", class: "number" }, say("right")),
          make("th", { scope: "col", class: "number" }, say("time_each")),
        ),
      ),
      make(
        "tbody",
        {},
        kinds.map((kind) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, say(kind.name.replaceAll("-", "_"))),
            make("td", { class: "number" }, shareText(kind, say)),
            make("td", { class: "number" }, kind.ms ? duration(kind.ms) : "–"),
          ),
        ),
      ),
    );
  return make("div", { class: "pair" }, table(say("by_difficulty"), difficulties), table(say("by_type"), types));
}
