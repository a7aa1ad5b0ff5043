/**
 * Entry of the mock exam page.
 * @module
 */

import { button, make, notice } from "./element.js";
import { openPapers } from "./exam/papers.js";
import { makeReport } from "./exam/report_view.js";
import { run } from "./exam/running.js";
import { fetchSheet, fetchSheets, reviewed, worth } from "./exam/sheet.js";
import { makeStart, pastTable } from "./exam/start.js";
import { loadStyles } from "./lift.js";
import { loadBank } from "./load.js";
import { openRecord } from "./record.js";
import { browser } from "./store/store.js";
import { lookupOf } from "./study/bank.js";
import { toQuery, usual } from "./study/choose.js";
import { newEvent, uuidFrom } from "./study/events.js";
import { isOver, timing } from "./study/mock.js";
import { report } from "./study/mock_report.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./study/sittings.js").Sitting} Sitting */
/** @typedef {import("./study/mock_report.js").Item} Item */

/**
 * Takes a name that one tab at a time can have.
 * @param {string} name
 * @returns {Promise<(() => void) | null>} gives it back; null if another tab has it
 */
function claim(name) {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise((release) => resolve(() => release(undefined)));
    });
  });
}

/** @param {HTMLElement} root */
async function examine(root) {
  const say = wordsOf();
  const { bank: bankUrl = "", site = "" } = root.dataset;
  root.setAttribute("aria-busy", "true");
  const bank = await loadBank(bankUrl);
  const record = await openRecord(root.dataset, bank);
  const papers = await openPapers(site);
  const { store } = record;
  const { places } = lookupOf(bank);
  const lockName = `studyhall:${site}:exam:${bank.exam}`;
  root.removeAttribute("aria-busy");

  /** Whether this tab runs an exam. */
  let running = false;

  const sittings = () => record.state().sittings.filter(({ exam }) => exam === bank.exam);
  const sittingOf = (/** @type {string} */ id) => /** @type {Sitting} */ (sittings().find((one) => one.id === id));
  const entryOf = (/** @type {string} */ id) => bank.entries[places.get(id) ?? -1];

  /**
   * @param {any} body
   * @param {number} time
   * @param {string} [uuid]
   */
  async function note(body, time, uuid = uuidFrom(browser.random())) {
    let device = await store.fact("device");
    if (typeof device !== "string") {
      device = uuidFrom(browser.random());
      await store.setFact("device", device);
    }
    await store.append([newEvent(body, { uuid, device: String(device), time, zone: browser.zone(time) })]);
  }

  /** @param {HTMLElement} view @param {boolean} focus */
  function put(view, focus) {
    root.replaceChildren(view);
    if (store.mode !== "stored") root.prepend(make("p", { class: "notice" }, say(`store_${store.mode}`)));
    scrollTo({ top: 0, behavior: "instant" });
    if (focus) view.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** @param {boolean} focus */
  async function route(focus) {
    const open = sittings().filter(({ submitted }) => !submitted);
    if (open.length) {
      const release = await claim(lockName);
      if (!release) return elsewhere(open[open.length - 1].id);
      // Another tab may have ended it while this one waited for the name.
      await store.refresh();
      const still = sittings().filter(({ submitted }) => !submitted);
      for (const sitting of still) if (isOver(sitting, Date.now())) await expire(sitting);
      const last = still.filter(({ submitted }) => !submitted).at(-1);
      const current = last && sittingOf(last.id);
      if (current && !current.submitted) return resume(current, release);
      release();
      if (last) history.replaceState(null, "", `?sitting=${last.id}`);
    }
    const wanted = new URLSearchParams(location.search).get("sitting");
    const sitting = sittings().find(({ id, submitted }) => id === wanted && submitted);
    return sitting ? showReport(sitting, focus) : showStart(focus);
  }

  /**
   * Hands in an exam whose time ran out while nobody looked, with what was on screen last.
   * @param {Sitting} sitting
   */
  async function expire(sitting) {
    const draft = await papers.draft(sitting.id);
    const at = sitting.form.ids.indexOf(draft?.question ?? "");
    if (draft && at >= 0 && draft.chosen.length) {
      const { question, chosen, order, flagged, ms, time } = draft;
      const known = sitting.answers.get(question);
      if (known?.chosen.join() !== chosen.join()) {
        const revision = sitting.revisions[at];
        const body = { kind: "exam-answered", sitting: sitting.id, question, revision, chosen, order, ms, flagged };
        const sheet = (await papers.sheets(sitting.id))?.[at];
        await note({ ...body, ...(sheet && worth(sheet, chosen)) }, time);
      }
    }
    await note({ kind: "exam-submitted", sitting: sitting.id, timedOut: true }, Date.now());
  }

  /** @param {string} id of the sitting that another tab runs, or is about to begin */
  function elsewhere(id) {
    put(
      make(
        "div",
        { class: "notice elsewhere", role: "status" },
        make("h2", { tabindex: "-1" }, say("elsewhere")),
        make("p", {}, say("elsewhere_why")),
      ),
      false,
    );
    // Once the other tab is closed or the exam handed in, this one goes on by itself.
    navigator.locks
      .request(lockName, () => {})
      .then(async () => {
        await store.refresh();
        if (sittings().some((one) => one.id === id && one.submitted)) history.replaceState(null, "", `?sitting=${id}`);
        route(false);
      });
  }

  /** @param {boolean} focus */
  function showStart(focus) {
    const past = sittings().filter(({ submitted }) => submitted);
    const view = makeStart({
      say,
      bank,
      seen: (id) => record.known(id).seen,
      seed: String(crypto.getRandomValues(new Uint32Array(1))[0]),
      past: past.map(summaryOf),
      start: (wanted) => begin(view, wanted),
      open: (id) => {
        history.pushState(null, "", `?sitting=${id}`);
        showReport(sittingOf(id), true);
      },
    });
    put(view, focus);
  }

  /**
   * @param {HTMLElement} view
   * @param {import("./exam/start.js").Wanted} wanted
   */
  async function begin(view, { form, number, factor }) {
    const button = /** @type {HTMLButtonElement} */ (view.querySelector(".actions .check"));
    const status = /** @type {HTMLElement} */ (view.querySelector(".preparing"));
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    const entries = form.ids.map((id) => /** @type {import("./study/bank.js").Entry} */ (bank.byId.get(id)));
    status.textContent = say("preparing", { n: entries.length });
    const release = await claim(lockName);
    try {
      if (!release) return elsewhere("");
      const sheets = await fetchSheets(entries, () => {});
      await loadStyles(new Set(sheets.flatMap(({ lifted }) => lifted.styles)));
      const uuid = uuidFrom(browser.random());
      await papers.keep(uuid, sheets);
      const now = Date.now();
      const body = {
        kind: "exam-started",
        exam: bank.exam,
        form: { number, seed: form.seed, ids: form.ids, counts: form.counts },
        ...timing(bank.mock?.minutes ?? null, factor, now),
        factor,
        passMark: bank.passMark,
        scoring: bank.scoring,
        revisions: sheets.map(({ revision }) => revision),
      };
      running = true;
      await note(body, now, uuid);
      resume(sittingOf(uuid), release, sheets);
    } catch (error) {
      console.error(error);
      running = false;
      release?.();
      button.removeAttribute("aria-disabled");
      status.textContent = say("not_prepared");
    }
  }

  /**
   * @param {Sitting} sitting
   * @param {() => void} release
   * @param {import("./exam/papers.js").Sheet[]} [fetched]
   */
  async function resume(sitting, release, fetched) {
    running = true;
    let sheets = fetched ?? (await papers.sheets(sitting.id));
    if (!sheets) {
      // It was begun elsewhere, or the browser took the questions away.
      try {
        sheets = await fetchSheets(
          sitting.form.ids.flatMap((id) => entryOf(id) ?? []),
          () => {},
        );
        await papers.keep(sitting.id, sheets);
      } catch {
        running = false;
        release();
        return trouble();
      }
    }
    await loadStyles(new Set(sheets.flatMap(({ lifted }) => lifted.styles)));
    const exam = run({
      say,
      sitting: () => sittingOf(sitting.id),
      sheets,
      draft: await papers.draft(sitting.id),
      papers,
      record: note,
      submitted: () => {
        running = false;
        document.body.classList.remove("examining");
        release();
        history.replaceState(null, "", `?sitting=${sitting.id}`);
        showReport(sittingOf(sitting.id), true);
      },
    });
    document.body.classList.add("examining");
    put(exam.element, false);
    exam.begin();
  }

  function trouble() {
    put(
      notice(
        say("not_resumed"),
        button(say("try_again"), () => route(true)),
      ),
      false,
    );
  }

  /**
   * @param {Sitting} sitting
   * @param {import("./study/lookup.js").Keys | null} keys of today
   * @param {import("./exam/papers.js").Sheet[] | null} sheets of then
   * @returns {Item[]}
   */
  function itemsOf(sitting, keys, sheets) {
    const { attempts } = record.state();
    const earlier = new Set(attempts.filter(({ time }) => time < sitting.started).map(({ question }) => question));
    const own = new Map(attempts.filter((one) => one.sitting === sitting.id).map((one) => [one.question, one]));
    return sitting.form.ids.map((id) => {
      const entry = entryOf(id);
      const now = entry?.id ?? id;
      const sheet = sheets?.find((one) => one.id === id);
      const key = keys?.[now];
      const attempt = own.get(now);
      return {
        id,
        topic: entry ? bank.topics[entry.topic].id : "",
        key: key?.key ?? sheet?.key ?? [],
        shown: key?.choices.length ?? sheet?.shown ?? 0,
        rule: entry?.scoring ?? sheet?.rule ?? "all-or-nothing",
        fresh: !earlier.has(now),
        judged: attempt
          ? {
              outcome: /** @type {import("./study/mock_report.js").Outcome} */ (attempt.verdict),
              points: attempt.score,
              then: /** @type {import("./study/mock_report.js").Outcome | null} */ (
                attempt.verdictThen ?? attempt.verdict
              ),
            }
          : null,
      };
    });
  }

  const topicIds = [...bank.topics.map(({ id }) => id), ""];

  /** @param {Sitting} sitting */
  function summaryOf(sitting) {
    const { total } = report(sitting, itemsOf(sitting, null, null), topicIds);
    const { id, started, form } = sitting;
    return { id, started, number: form.number, n: total.n, percent: total.percent, passed: total.passed };
  }

  /** @param {Sitting} sitting @param {boolean} focus */
  async function showReport(sitting, focus) {
    const [keys, sheets] = await Promise.all([record.keys(), papers.sheets(sitting.id)]);
    const made = report(sitting, itemsOf(sitting, keys, sheets), topicIds);
    const done = sittings().filter(({ submitted }) => submitted);
    const place = done.findIndex(({ id }) => id === sitting.id);
    /** @param {import("./study/mock_report.js").Row[]} rows */
    const practice = (rows) => {
      const only = rows.flatMap(({ id }) => entryOf(id)?.slug ?? []);
      return only.length ? `${bank.url}practice/${toQuery({ ...usual(), only, count: 0 })}` : null;
    };
    const titles = new Map(sheets?.map(({ id, lifted }) => [id, lifted.title]));
    const view = makeReport({
      say,
      report: made,
      sitting,
      topicTitle: (id) => bank.topics.find((topic) => topic.id === id)?.title ?? say("topic_gone"),
      questionTitle: (id) => titles.get(id) ?? say("question"),
      before: place > 0 ? summaryOf(done[place - 1]).percent : null,
      retry: {
        missed: practice(made.rows.filter(({ outcome }) => outcome !== "right")),
        flagged: practice(made.rows.filter(({ flagged }) => flagged)),
      },
      look: async ({ id }) => {
        const entry = entryOf(id);
        const kept = sheets?.find((sheet) => sheet.id === id);
        try {
          const sheet = kept ?? (await fetchSheet(entry));
          return reviewed(sheet, String(sitting.form.seed), sitting.answers.get(id)?.chosen ?? [], say("why_each"));
        } catch {
          return make("p", { class: "notice" }, say(entry ? "question_offline" : "question_gone"));
        }
      },
      another: () => {
        history.pushState(null, "", location.pathname);
        showStart(true);
      },
    });
    if (done.length > 1) {
      view.append(
        pastTable(say, done.map(summaryOf), (id) => {
          history.pushState(null, "", `?sitting=${id}`);
          showReport(sittingOf(id), true);
        }),
      );
    }
    put(view, focus);
  }

  store.subscribe(({ events }) => {
    const ours = events.some((event) => event.kind === "exam-started" && event.exam === bank.exam);
    if (ours && !running) route(false);
  });
  addEventListener("popstate", () => {
    if (!running) route(true);
  });
  await route(false);
}

const root = /** @type {HTMLElement | null} */ (document.querySelector(".study[data-page=mock]"));
if (root) {
  examine(root).catch((error) => {
    const say = wordsOf();
    root.removeAttribute("aria-busy");
    root.replaceChildren(
      notice(
        say("no_start"),
        button(say("try_again"), () => location.reload()),
      ),
    );
    console.error(error);
  });
}
