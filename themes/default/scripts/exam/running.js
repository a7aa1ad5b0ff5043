/**
 * A mock exam under way.
 * @module
 */

import { make } from "../element.js";
import { focusHeading } from "../practice/stage.js";
import { places, sameChoices } from "../study/mock.js";
import { makeClock } from "./clock.js";
import { makeNavigator } from "./navigator.js";
import { makeOverview } from "./overview.js";
import { ask, worth } from "./sheet.js";

/** An exam without a limit may lie open for long; the log takes no more for one visit. */
const DAY = 86_400_000;

/** @typedef {import("../study/sittings.js").Sitting} Sitting */
/** @typedef {import("./papers.js").Sheet} Sheet */
/** @typedef {import("./papers.js").Draft} Draft */

/**
 * @typedef {object} Run
 * @property {HTMLElement} element
 * @property {() => void} begin shows the first question, or the one that was on screen
 */

/**
 * @param {object} what
 * @param {import("../words.js").Say} what.say
 * @param {() => Sitting} what.sitting as the log has it now
 * @param {Sheet[]} what.sheets in the order of the form
 * @param {Draft | null} what.draft what was on screen when the page was left
 * @param {import("./papers.js").Papers} what.papers
 * @param {(body: any, time: number) => Promise<void>} what.record
 * @param {(timedOut: boolean) => void} what.submitted
 * @returns {Run}
 */
export function run({ say, sitting, sheets, draft, papers, record, submitted }) {
  const { id: name, form, deadline } = sitting();
  const seed = String(form.seed);
  const crossed = { ...draft?.crossed };
  /** What was answered and is not in the log yet counts as well. @type {Map<string, { chosen: string[], flagged: boolean }>} */
  const latest = new Map();
  let at = Math.min(Math.max(0, draft?.at ?? 0), sheets.length - 1);
  let flagged = false;
  /** @type {import("./sheet.js").Asked | null} */
  let asked = null;
  let since = 0;
  let ended = false;

  const counter = make("p", { class: "counter", role: "status" });
  const stage = make("div", { class: "stage" });
  const clock = makeClock(say, deadline, () => end(true));
  const review = make("button", { type: "button", class: "to-overview", click: overview }, say("review"));
  const navigator = makeNavigator(say, (number) => go(number - 1));
  const bar = make("div", { class: "exam-bar" }, counter, clock.element, review);
  const element = make("div", { class: "exam" }, bar, clock.status, navigator.element, stage);

  /** @param {string} id */
  const answerOf = (id) => latest.get(id) ?? sitting().answers.get(id);
  const now = () => places(current(), (id) => sheets.find((sheet) => sheet.id === id)?.count ?? null);

  /** @returns {Sitting} with what is not in the log yet */
  function current() {
    const { answers, ...rest } = sitting();
    const all = new Map(answers);
    for (const [id, { chosen, flagged: on }] of latest) {
      all.set(id, { .../** @type {any} */ (answers.get(id)), chosen, flagged: on });
    }
    return { ...rest, answers: all };
  }

  /** @param {number} time */
  const spent = (time) => Math.min(DAY, Math.max(0, Math.round(time - since)));

  /** Keeps what is on screen, in case the page ends here. */
  function keep() {
    if (!asked || ended) return;
    const { id } = sheets[at];
    crossed[id] = asked.crossed();
    latest.set(id, { chosen: asked.chosen(), flagged });
    papers.note(name, {
      at,
      question: id,
      chosen: asked.chosen(),
      order: asked.order,
      flagged,
      ms: spent(performance.now()),
      time: Date.now(),
      crossed,
    });
    navigator.show(now(), at + 1);
  }

  /**
   * Writes the answer on screen into the log.
   * @param {number} time
   */
  function leave(time) {
    if (!asked) return;
    const sheet = sheets[at];
    const ms = spent(performance.now());
    keep();
    write(sheet, asked.chosen(), asked.order, flagged, ms, time);
    asked = null;
  }

  /**
   * @param {Sheet} sheet
   * @param {string[]} chosen
   * @param {string[]} order
   * @param {boolean} flag
   * @param {number} ms
   * @param {number} time
   */
  function write(sheet, chosen, order, flag, ms, time) {
    const { id, revision } = sheet;
    const body = { kind: "exam-answered", sitting: name, question: id, revision, chosen, order, ms, flagged: flag };
    return record({ ...body, ...worth(sheet, chosen) }, deadline === null ? time : Math.min(time, deadline));
  }

  /** @param {number} to */
  function go(to) {
    if (ended) return;
    leave(Date.now());
    if (to >= sheets.length) return overview();
    at = Math.max(0, to);
    show(true);
  }

  /** @param {boolean} focus */
  function show(focus) {
    const sheet = sheets[at];
    const before = answerOf(sheet.id);
    flagged = before?.flagged ?? false;
    asked = ask(sheet, seed, { chosen: before?.chosen ?? [], crossed: crossed[sheet.id] ?? [] });
    since = performance.now();
    const last = at === sheets.length - 1;
    const flag = asked.article.querySelector("button.flag");
    flag?.setAttribute("aria-pressed", String(flagged));
    flag?.addEventListener("click", toggleFlag);
    asked.article
      .querySelector(".main")
      ?.append(
        make(
          "nav",
          { class: "turn", "aria-label": say("moving") },
          at > 0 && make("button", { type: "button", class: "back", click: () => go(at - 1) }, say("previous")),
          make(
            "button",
            { type: "button", class: "forth", click: () => go(at + 1) },
            say(last ? "review_submit" : "next"),
          ),
        ),
      );
    tidyHelp(asked.article);
    asked.article.addEventListener("change", keep);
    stage.replaceChildren(asked.article);
    counter.textContent = say("counter", { i: at + 1, n: sheets.length });
    review.hidden = navigator.element.hidden = false;
    keep();
    if (focus) focusHeading(asked.article);
  }

  /**
   * Only keys that do something in an exam are explained.
   * @param {HTMLElement} article
   */
  function tidyHelp(article) {
    const rows = article.querySelectorAll(".help dl > div");
    for (const row of rows) {
      const keys = row.querySelector("dt")?.textContent?.trim();
      if (keys === "Enter" || keys === "R") row.remove();
    }
  }

  function toggleFlag() {
    if (!asked) return;
    flagged = !flagged;
    asked.article.querySelector(".flag")?.setAttribute("aria-pressed", String(flagged));
    keep();
  }

  function overview() {
    if (ended) return;
    leave(Date.now());
    review.hidden = navigator.element.hidden = true;
    counter.textContent = say("overview");
    const titles = new Map(sheets.map(({ id, lifted }) => [id, lifted.title]));
    const view = makeOverview(say, now(), (id) => titles.get(id) ?? "", {
      go: (number) => go(number - 1),
      back: () => show(true),
      submit: () => end(false),
    });
    stage.replaceChildren(view);
    view.querySelector("h2")?.focus();
  }

  /** @param {boolean} timedOut */
  async function end(timedOut) {
    if (ended) return;
    leave(Date.now());
    ended = true;
    clock.stop();
    removeEventListener("pagehide", keep);
    document.removeEventListener("visibilitychange", keep);
    for (const dialog of element.querySelectorAll("dialog")) dialog.close();
    await record({ kind: "exam-submitted", sitting: name, timedOut }, Date.now());
    submitted(timedOut);
  }

  stage.addEventListener("ask", (event) => {
    event.preventDefault();
    const { detail } = /** @type {CustomEvent} */ (event);
    if (detail === "flag") toggleFlag();
    else go(at + (detail === "next" ? 1 : -1));
  });
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);

  return {
    element,
    begin() {
      const wide = matchMedia("(min-width: 64rem)");
      navigator.element.open = wide.matches;
      wide.addEventListener("change", () => {
        navigator.element.open = wide.matches;
      });
      const sheet = draft && sheets.find(({ id }) => id === draft.question);
      const logged = sheet && sitting().answers.get(sheet.id);
      // What was on screen when the page ended goes into the log as of then.
      if (draft && sheet && !(logged && sameChoices(logged.chosen, draft.chosen) && logged.flagged === draft.flagged)) {
        latest.set(sheet.id, { chosen: draft.chosen, flagged: draft.flagged });
        write(sheet, draft.chosen, draft.order, draft.flagged, draft.ms, draft.time);
      }
      show(true);
    },
  };
}
