/**
 * Entry of Today: what is due and what is new, as much as there is time for.
 * @module
 */

import { calendarOf, planOf } from "./agenda.js";
import { make } from "./element.js";
import { loadBank } from "./load.js";
import { openOutlook } from "./outlook.js";
import { forecastPicture } from "./progress/charts.js";
import { readable } from "./progress/titles.js";
import { openRecord } from "./record.js";
import { toQuery, usual } from "./study/choose.js";
import { begin } from "./study/session.js";
import { planView } from "./today/plan_view.js";
import { wordsOf } from "./words.js";

/** How many days the forecast looks ahead. */
const ahead = 14;
/** How many more questions are offered once all is done. */
const more = 10;

/** @param {HTMLElement} root */
async function show(root) {
  const say = wordsOf();
  const { exam = "", site = "" } = root.dataset;
  root.setAttribute("aria-busy", "true");
  const bank = await loadBank(root.dataset.bank ?? "");
  const record = await openRecord(root.dataset, bank);
  const outlook = openOutlook(site, bank, record);
  const status = make("p", { class: "label", role: "status" });
  /** The taking back that can itself be taken back. */
  let undone = "";

  /**
   * Goes to practice with these questions, in this order.
   * @param {string[]} ids
   */
  function start(ids) {
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const query = toQuery({ ...usual(), source: "today", order: "bank", count: 0, seed });
    try {
      sessionStorage.setItem(`studyhall:${site}:practice:${exam}`, JSON.stringify(begin(query, ids)));
    } catch {
      // Practice then works out by itself what is due.
    }
    location.assign(`${bank.url}practice/${query}`);
  }

  function paint() {
    const now = outlook.now();
    const plan = planOf(now);
    const state = record.state();
    const begun = state.attempts.some(({ at }) => at >= 0);
    const forecast = now.forecast(ahead);
    root.removeAttribute("aria-busy");
    root.replaceChildren(
      ...[
        record.store.mode !== "stored" && make("p", { class: "notice" }, say(`store_${record.store.mode}`)),
        taskView(plan, now.ofToday.length, begun),
        // Asked for once there is something to plan with, never before.
        begun &&
          planView(plan, now.date, now.chosen, say, {
            save: async (date, minutes) => {
              await record.store.record({ kind: "exam-date", exam: bank.exam, date, minutes });
              tell("saved", "[name=save]");
            },
            calendar: () => calendarOf(now, plan, say, site, location.origin + location.pathname),
            name: bank.exam,
          }),
        begun && make("section", { class: "forecast" }, forecastPicture(forecast, say)),
        begun && undoView(state),
        status,
      ].filter((view) => view !== false),
    );
  }

  /**
   * @param {import("./agenda.js").TodayPlan} plan
   * @param {number} done questions answered today
   * @param {boolean} begun whether anything was answered yet
   */
  function taskView(plan, done, begun) {
    const n = plan.ids.length;
    const doneText = done > 0 && make("p", { class: "label" }, say("done_today", { n: done }));
    const mock =
      plan.mock &&
      make("p", { class: "mock" }, say("mock_today"), " ", make("a", { href: `${bank.url}mock/` }, say("mock_start")));
    if (n === 0) {
      const rest = plan.extra.slice(0, more);
      return make(
        "section",
        { class: "task" },
        make("h2", {}, say(done ? "all_done" : "nothing_due")),
        doneText,
        mock,
        make("p", {}, say(plan.extra.length ? "come_back" : "all_seen")),
        make(
          "p",
          { class: "actions" },
          rest.length > 0 &&
            make("button", { type: "button", click: () => start(rest) }, say("more", { n: rest.length })),
          make("a", { class: "button second", href: `${bank.url}progress/` }, say("see_progress")),
        ),
      );
    }
    return make(
      "section",
      { class: "task" },
      make("h2", {}, say("task", { n, minutes: say("minutes", { n: plan.minutes }) })),
      make(
        "p",
        { class: "label" },
        begun
          ? [plan.due && say("due_count", { n: plan.due }), plan.fresh && say("fresh_count", { n: plan.fresh })]
              .filter(Boolean)
              .join(" · ")
          : say("first_time"),
      ),
      doneText,
      mock,
      make(
        "p",
        { class: "actions" },
        make("button", { type: "button", class: "check", click: () => start(plan.ids) }, say("start")),
      ),
    );
  }

  /** @param {import("./study/state.js").State} state */
  function undoView({ attempts }) {
    const last = attempts.filter(({ at, sitting }) => at >= 0 && !sitting).at(-1);
    const entry = last && bank.entries[last.at];
    return make(
      "section",
      { class: "undo" },
      make("h2", {}, say("last_answer")),
      entry
        ? make(
            "p",
            {},
            make("a", { href: entry.url, dir: "auto" }, readable(entry.slug)),
            ": ",
            say(`outcome_${last.verdict}`),
          )
        : make("p", { class: "label" }, say("none_left")),
      make(
        "p",
        { class: "actions" },
        last && make("button", { type: "button", class: "take-back", click: () => takeBack(last.uuid) }, say("undo")),
        undone && make("button", { type: "button", class: "put-back", click: putBack }, say("redo")),
      ),
    );
  }

  /** @param {string} uuid */
  async function takeBack(uuid) {
    const event = await record.store.record({ kind: "undo", cancels: uuid });
    undone = event.uuid;
    paint();
    tell("undone", ".put-back");
  }

  async function putBack() {
    const cancels = undone;
    undone = "";
    await record.store.record({ kind: "undo", cancels });
    tell("redone", ".take-back");
  }

  /**
   * Says what was done, and leads the focus to where it was before all was shown anew.
   * @param {string} word
   * @param {string} place
   */
  function tell(word, place) {
    status.textContent = say(word);
    /** @type {HTMLElement | null} */ (root.querySelector(place))?.focus();
  }

  paint();
  record.store.subscribe(({ reason, events }) => {
    if (reason === "status") return;
    // What someone is filling in stays, whatever another tab does meanwhile.
    const own = events.some(({ kind }) => kind === "exam-date");
    if (own || !root.querySelector("form:focus-within")) paint();
  });
  // The day may have changed, or the answers, while the page waited in the background or in the browser's history.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) record.store.refresh().then(paint);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) record.store.refresh().then(paint);
  });
}

const root = /** @type {HTMLElement | null} */ (document.querySelector(".study[data-page=today]"));
if (root) {
  show(root).catch((error) => {
    const say = wordsOf();
    root.removeAttribute("aria-busy");
    root.replaceChildren(
      make(
        "div",
        { class: "notice", role: "alert" },
        make("p", {}, say("no_start")),
        make("button", { type: "button", click: () => location.reload() }, say("try_again")),
      ),
    );
    console.error(error);
  });
}
