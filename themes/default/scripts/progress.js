/**
 * Entry of the progress page: what a learner's answers show of one exam.
 * @module
 */

import { make } from "./element.js";
import { loadBank } from "./load.js";
import { openOutlook } from "./outlook.js";
import {
  accuracyPicture,
  calendarPicture,
  forecastPicture,
  masteryPicture,
  shareText,
  timePicture,
} from "./progress/charts.js";
import { mocksView, pastMocks } from "./progress/history.js";
import { kindsView, mistakesView } from "./progress/mistakes_view.js";
import { nextView, readinessView } from "./progress/readiness_view.js";
import { duration, number, percent } from "./progress/words.js";
import { openRecord } from "./record.js";
import { certainty, confusions, hardest } from "./study/mistakes.js";
import { gains, readiness } from "./study/readiness.js";
import { byDifficulty, byTopic, byType, overview, records } from "./study/statistics.js";
import { overTime, perDay, streak } from "./study/timeline.js";
import { wordsOf } from "./words.js";

/** How many days the forecast looks ahead. */
const ahead = 30;
/** What an answer takes as long as too few were timed, in milliseconds. */
const usualTime = 90_000;

/** @param {HTMLElement} root */
async function show(root) {
  const say = wordsOf();
  root.setAttribute("aria-busy", "true");
  const bank = await loadBank(root.dataset.bank ?? "");
  const record = await openRecord(root.dataset, bank);
  const outlook = openOutlook(root.dataset.site ?? "", bank, record);
  const mockUrl = `${bank.url}mock/`;

  /** @param {...(HTMLElement | false)} views */
  const put = (...views) => root.replaceChildren(...views.filter((view) => view !== false));

  function paint() {
    const state = record.state();
    const notice = record.store.mode !== "stored" && make("p", { class: "notice" }, say(`store_${record.store.mode}`));
    // Answers to questions that were deleted since are no part of the exam any more.
    const attempts = state.attempts.filter(({ at }) => at >= 0);
    root.removeAttribute("aria-busy");
    if (!attempts.length) return put(notice, empty());

    const now = outlook.now();
    const forecast = now.forecast(ahead);
    const { dayOf } = now;
    const ready = readiness({ bank, attempts, today: now.today, dayOf });
    const questions = records(attempts, bank.entries.length);
    const topics = byTopic(bank, questions);
    const sums = overview(attempts, questions);
    const days = perDay(attempts, dayOf);
    const run = streak(days, now.today);
    const periods = overTime(attempts, dayOf, now.today);
    put(
      notice,
      make(
        "div",
        { class: "first" },
        readinessView(ready, bank, say),
        nextView(gains(bank, ready, now.cards, now.ms ?? usualTime), bank, say),
      ),
      factsView(sums, run),
      make("section", { class: "solo" }, make("h2", {}, say("mastery_title")), masteryPicture(bank, topics, say)),
      make(
        "section",
        {},
        make("h2", {}, say("over_time")),
        periods.length > 0 &&
          make("div", { class: "pair" }, accuracyPicture(periods, bank, say), timePicture(periods, say)),
        make(
          "div",
          { class: "pair" },
          calendarPicture(days, run, now.today, say),
          forecast.length > 0 && forecastPicture(forecast, say),
        ),
        kindsView(byDifficulty(attempts, bank), byType(attempts, bank), duration, say),
      ),
      mistakesView(
        {
          hard: hardest(questions, 50),
          certain: certainty(attempts, questions),
          confused: confusions(attempts, bank, null, 8),
        },
        bank,
        say,
      ),
      mocksView(pastMocks(state, bank.exam, dayOf), mockUrl, say),
    );
  }

  /** Where nothing was answered yet. */
  function empty() {
    return make(
      "div",
      { class: "notice start" },
      make("h2", {}, say("empty")),
      make("p", {}, say("empty_why", { n: bank.entries.length })),
      make("p", { class: "actions" }, make("a", { class: "button", href: `${bank.url}practice/` }, say("empty_start"))),
    );
  }

  /**
   * @param {import("./study/statistics.js").Overview} sums
   * @param {import("./study/timeline.js").Streak} run
   */
  function factsView({ total, seen, answers, latest, first, ms }, run) {
    /** @type {[string, string, string][]} */
    const facts = [
      [say("seen"), `${number(seen)} / ${number(total)}`, say("answers_given", { n: answers })],
      [say("latest_right"), latest.few ? "–" : percent(latest.right / latest.n), shareText(latest, say)],
      [say("first_right"), first.few ? "–" : percent(first.right / first.n), shareText(first, say)],
      [say("time_each"), ms ? duration(ms) : "–", say("median")],
      [say("streak"), say("days", { n: run.now }), say(run.today ? "streak_on" : "streak_open")],
    ];
    return make(
      "dl",
      { class: "numbers" },
      facts.map(([name, value, note]) =>
        make(
          "div",
          {},
          make("dt", {}, name),
          make("dd", { class: "value" }, value),
          make("dd", { class: "label" }, note),
        ),
      ),
    );
  }

  paint();
  let waiting = 0;
  record.store.subscribe(({ reason }) => {
    if (reason === "status") return;
    // Another tab may be in the middle of a session: not for each answer, and not under the reader's fingers.
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (document.hidden || !root.contains(document.activeElement)) paint();
    }, 500);
  });
}

const root = /** @type {HTMLElement | null} */ (document.querySelector(".study[data-page=progress]"));
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
