/**
 * The line that says what to do today, in a place that is kept free for it, so that nothing moves.
 * @module
 */

import { planOf } from "./agenda.js";
import { make } from "./element.js";
import { loadBank } from "./load.js";
import { openOutlook } from "./outlook.js";
import { openRecord } from "./record.js";
import { openPreferences } from "./store/preferences.js";
import { openStore } from "./store/store.js";
import { correctionsToTell } from "./study/state.js";
import { wordsOf } from "./words.js";

/** @typedef {{ id: string, title: string, code: string | null, bank: string, keys: string, review: string }} Exam */

/**
 * @param {HTMLElement} root
 */
export async function resume(root) {
  const say = wordsOf();
  /** @type {Exam[]} */
  const exams = JSON.parse(document.getElementById("exams")?.textContent || "[]");
  const site = root.dataset.site ?? "";
  const found = [];
  /** @type {import("./study/state.js").Correction[]} */
  const corrections = [];
  for (const exam of await studied(root, exams)) {
    const bank = await loadBank(exam.bank);
    const record = await openRecord({ ...root.dataset, keys: exam.keys }, bank);
    const { attempts, corrections: own } = record.state();
    corrections.push(...own);
    const last = attempts.filter(({ at }) => at >= 0).at(-1);
    if (last) {
      const now = openOutlook(site, bank, record).now();
      found.push({ exam, last: last.time, plan: planOf(now), done: now.ofToday.length });
    }
    record.store.close();
  }
  if (!found.length) return;
  // What was studied last is what most come back for; the others are one step away, on their own pages.
  found.sort((one, other) => other.last - one.last);
  const open = found.find(({ plan }) => plan.ids.length > 0) ?? found[0];
  root.replaceChildren(line(open, exams.length > 1, say));
  tellCorrections(root, corrections, site, say);
}

/**
 * The exams that the log is about, so that the indexes of the others need not be fetched.
 * @param {HTMLElement} root
 * @param {Exam[]} exams
 */
async function studied({ dataset }, exams) {
  const store = await openStore({
    siteId: dataset.site ?? "",
    formerSiteIds: JSON.parse(dataset.formerSites || "[]"),
  });
  const starts = new Set(
    store.all().map((event) => ("question" in event ? event.question.slice(0, event.question.indexOf("/")) : "")),
  );
  store.close();
  const found = exams.filter(({ id }) => starts.has(id));
  // A question may have an id that does not begin with its exam's.
  return found.length || !starts.size ? found : exams;
}

/**
 * @param {{ exam: Exam, plan: import("./agenda.js").TodayPlan, done: number }} one
 * @param {boolean} several whether the exam must be named
 * @param {import("./words.js").Say} say
 */
function line({ exam, plan, done }, several, say) {
  const n = plan.ids.length;
  const name = exam.code ?? exam.title;
  const what = n
    ? say("task", { n, minutes: say("minutes", { n: plan.minutes }) })
    : say(done ? "all_done" : "nothing");
  return make(
    "p",
    { class: "line" },
    make("strong", { dir: "auto" }, several ? say("today_of", { exam: name }) : say("today_label")),
    " ",
    make("a", { href: exam.review }, what),
  );
}

/**
 * Says once that keys were corrected, and what that made of past answers.
 * @param {HTMLElement} root
 * @param {import("./study/state.js").Correction[]} corrections
 * @param {string} site
 * @param {import("./words.js").Say} say
 */
function tellCorrections(root, corrections, site, say) {
  const preferences = openPreferences(site);
  const news = correctionsToTell(corrections, preferences.get("told"));
  if (!news) return;
  const parts = [
    say("keys_corrected", { n: news.keys }),
    news.right > 0 && say("became_right", { n: news.right }),
    news.wrong > 0 && say("became_wrong", { n: news.wrong }),
  ];
  root.querySelector(".line")?.append(make("span", { class: "label" }, parts.filter(Boolean).join(" ")));
  preferences.set("told", news.told);
}
