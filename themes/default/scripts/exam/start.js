/**
 * Before a mock exam: what it is, how it is wanted, and what came of earlier ones.
 * @module
 */

import { make } from "../element.js";
import { percentText } from "../numbers.js";
import { disjoint, fresh, numbered, poolOf } from "../study/draw.js";
import { factors, timing } from "../study/mock.js";

/** @typedef {import("../study/draw.js").Form} Form */
/** @typedef {import("../study/bank.js").Bank} Bank */

/** So many numbered forms are offered: as many as the build says are satisfiable. */
const offered = 10;

/**
 * @typedef {object} Wanted
 * @property {Form} form
 * @property {number | null} number
 * @property {number} factor
 */

/**
 * @typedef {object} Past
 * @property {string} id
 * @property {number} started
 * @property {number | null} number of the form
 * @property {number} n
 * @property {number} percent
 * @property {boolean | null} passed
 */

/**
 * @param {object} what
 * @param {import("../words.js").Say} what.say
 * @param {Bank} what.bank
 * @param {(id: string) => boolean} what.seen
 * @param {string} what.seed of the fresh form
 * @param {Past[]} what.past oldest first
 * @param {(wanted: Wanted) => void} what.start
 * @param {(id: string) => void} what.open shows the report of an earlier exam
 * @returns {HTMLElement}
 */
export function makeStart({ say, bank, seen, seed, past, start, open }) {
  const pool = poolOf(bank);
  /** Drawing them takes a while where the bank is large: only when someone wants one. @type {Form[] | null} */
  let drawn = null;
  const forms = () => (drawn ??= numbered(pool, bank.exam, offered));
  const met = new Set(bank.entries.filter(({ id }) => seen(id)).map(({ id }) => id));
  const own = fresh(pool, seed, met);
  const minutes = bank.mock?.minutes ?? null;
  const about = make("p", { class: "label", role: "status" });
  const table = make("tbody");
  const short = make("ul", { class: "notice", hidden: true });

  const formChoice = make(
    "select",
    { name: "form", id: "_form" },
    make("option", { value: "" }, say("form_fresh")),
    Array.from({ length: offered }, (_, index) =>
      make("option", { value: index + 1 }, say("form_number", { n: index + 1 })),
    ),
  );
  const times = make(
    "fieldset",
    { class: "times" },
    make("legend", {}, say("time")),
    factors.map((factor) => {
      const { minutes: allowed } = timing(minutes, factor, 0);
      return make(
        "label",
        {},
        make("input", { type: "radio", name: "factor", value: factor, checked: factor === 1, autocomplete: "off" }),
        make(
          "span",
          {},
          allowed === null ? say("untimed") : say("minutes", { n: Math.round(allowed * 10) / 10 }),
          factor > 1 && make("small", {}, ` ${factor.toLocaleString(document.documentElement.lang || "en")}×`),
        ),
      );
    }),
  );

  const chosen = () => (formChoice.value ? forms()[Number(formChoice.value) - 1] : own);

  function show() {
    const form = chosen();
    const n = form.ids.length;
    about.textContent = formChoice.value
      ? [say("disjoint", { n: disjoint(forms()) }), form.repeated && say("repeated", { n: form.repeated })]
          .filter(Boolean)
          .join(" ")
      : say("fresh_new", { n: n - form.repeated, of: n });
    table.replaceChildren(
      ...bank.topics.map(({ title, weight }, topic) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, title),
          make("td", { class: "number" }, percentText(weight / 1000)),
          make("td", { class: "number" }, form.counts[topic]),
        ),
      ),
    );
    short.hidden = !form.short.length;
    short.replaceChildren(
      ...form.short.map(({ topic, wanted, drawn }) =>
        make("li", {}, say("short", { topic: bank.topics[topic].title, wanted, drawn })),
      ),
    );
  }
  formChoice.addEventListener("change", show);
  show();

  const factsOf = [
    say("questions", { n: own.ids.length }),
    minutes !== null && say("minutes", { n: minutes }),
    bank.passMark !== null && say("pass_mark", { percent: percentText(bank.passMark / 100) }),
  ];
  return make(
    "div",
    { class: "start" },
    make(
      "form",
      {
        class: "card-form",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const factor = Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("factor"));
          start({ form: chosen(), number: formChoice.value ? Number(formChoice.value) : null, factor });
        },
      },
      make("h2", { tabindex: "-1" }, bank.title),
      make(
        "ul",
        { class: "facts" },
        factsOf.filter(Boolean).map((text) => make("li", {}, String(text))),
      ),
      make("p", {}, say(`scoring_${bank.scoring.replaceAll("-", "_")}`), " ", say("no_feedback")),
      times,
      make("div", {}, make("label", { class: "label", for: "_form" }, say("form")), formChoice, about),
      short,
      make("div", { class: "actions" }, make("button", { class: "check" }, say("start"))),
      make("p", { class: "preparing", role: "status" }),
    ),
    make(
      "section",
      { class: "contents topics" },
      make("h2", {}, say("topics_of_form")),
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col" }, say("topic")),
            make("th", { scope: "col", class: "number" }, say("weight")),
            make("th", { scope: "col", class: "number" }, say("col_questions")),
          ),
        ),
        table,
      ),
    ),
    past.length > 0 && pastTable(say, past, open),
  );
}

/**
 * @param {import("../words.js").Say} say
 * @param {Past[]} past oldest first
 * @param {(id: string) => void} open
 */
export function pastTable(say, past, open) {
  const date = new Intl.DateTimeFormat(document.documentElement.lang || "en", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return make(
    "section",
    { class: "past" },
    make("h2", {}, say("past")),
    make(
      "div",
      { class: "table", role: "region", "aria-label": say("past"), tabindex: "0" },
      make(
        "table",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            ["date", "form", "score"].map((name) =>
              make("th", { scope: "col", class: name === "score" && "number" }, say(name)),
            ),
            make("th", { scope: "col" }, say("result")),
          ),
        ),
        make(
          "tbody",
          {},
          [...past].reverse().map(({ id, started, number, n, percent, passed }) =>
            make(
              "tr",
              {},
              make(
                "th",
                { scope: "row" },
                make(
                  "a",
                  {
                    href: `?sitting=${id}`,
                    click: (/** @type {Event} */ event) => (event.preventDefault(), open(id)),
                  },
                  date.format(started),
                ),
              ),
              make("td", {}, number === null ? say("form_fresh_short") : String(number)),
              make("td", { class: "number" }, `${percentText(percent / 100)} (${n})`),
              make("td", {}, passed === null ? "" : say(passed ? "passed" : "failed")),
            ),
          ),
        ),
      ),
    ),
  );
}
