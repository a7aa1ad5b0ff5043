/**
 * Entry of the practice page: an exam's questions one after the other, each with its answer at once.
 * @module
 */

import { all } from "./arrange.js";
import { button, make, notice } from "./element.js";
import { enrich } from "./enrich.js";
import { loadBank } from "./load.js";
import { makeSetup } from "./practice/setup.js";
import { makeStage } from "./practice/stage.js";
import { makeSummary } from "./practice/summary.js";
import { openRecord } from "./record.js";
import { seen } from "./seen.js";
import { choose, fitting, fromQuery, toQuery } from "./study/choose.js";
import { reserved } from "./study/reserve.js";
import { answer, begin, goTo, readSession } from "./study/session.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./study/choose.js").Selection} Selection */
/** @typedef {import("./study/session.js").Session} Session */

/** @param {HTMLElement} root */
async function practise(root) {
  const say = wordsOf();
  const { exam = "", bank: bankUrl = "", site = "" } = root.dataset;
  root.setAttribute("aria-busy", "true");
  const bank = await loadBank(bankUrl);
  const record = await openRecord(root.dataset, bank, () => import("./due.js"));
  root.removeAttribute("aria-busy");
  const kept = `studyhall:${site}:practice:${exam}`;

  /** @type {ReadonlySet<string> | null} */
  let back = null;
  const heldBack = () => (back ??= reserved(bank, (id) => record.known(id).seen));
  const fits = (/** @type {Selection} */ asked) => fitting(bank, asked, record.known, heldBack()).length;
  const pick = (/** @type {Selection} */ asked) => choose(bank, asked, record.known, heldBack()).map(({ id }) => id);

  /** @type {Selection} */
  let selection;
  /** @type {Session} */
  let session;
  let shownAt = 0;
  /** @type {import("./enrich.js").Enriched | null} */
  let live = null;

  const counter = make("p", { class: "counter", role: "status" });
  const meter = make("progress", { "aria-label": say("progress") });
  const finish = make(
    "button",
    { type: "button", class: "finish", click: () => go(session.ids.length) },
    say("finish"),
  );
  const top = make("div", { class: "top" }, counter, finish, meter);
  const setup = makeSetup(bank, say, fits, start);
  const stage = makeStage(say, { again: () => show(true), leave: leaveOut }, furnish);
  root.replaceChildren(top, setup.element, stage.element);
  if (record.store.mode !== "stored") root.prepend(make("p", { class: "notice" }, say(`store_${record.store.mode}`)));

  /** @param {HTMLElement} article */
  function furnish(article) {
    live = enrich(article, record.kept);
    const last = session.at === session.ids.length - 1;
    const next = make(
      "button",
      { type: "button", class: "onward-next", click: () => go(session.at + 1) },
      make("span", { class: "before" }, say(last ? "finish" : "skip")),
      make("span", { class: "after" }, say(last ? "to_summary" : "next")),
    );
    article.querySelector(".answer .actions .retry")?.after(next);
    for (const element of all(article, ".about, .byline, .tags, .closing")) element.remove();
    article
      .querySelector(".main")
      ?.append(
        make(
          "nav",
          { class: "turn", "aria-label": say("question_nav") },
          session.at > 0 &&
            make("button", { type: "button", class: "back", click: () => go(session.at - 1) }, say("previous")),
          make(
            "button",
            { type: "button", class: "forth", click: () => go(session.at + 1) },
            say(last ? "to_summary" : "next"),
          ),
        ),
      );
  }

  const keep = () => {
    try {
      sessionStorage.setItem(kept, JSON.stringify(session));
    } catch {
      // Without storage the session lasts as long as the page.
    }
  };
  const stored = () => {
    try {
      return sessionStorage.getItem(kept);
    } catch {
      return null;
    }
  };
  const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

  /**
   * Begins anew with a selection.
   * @param {Selection} asked
   */
  function start(asked) {
    selection = { ...asked, seed: newSeed() };
    back = null;
    session = begin(toQuery(selection), pick(selection));
    history.pushState(null, "", location.pathname + toQuery(selection));
    setup.write(selection);
    if (!wide.matches) setup.element.open = false;
    show(true);
  }

  /** Takes up what the address asks for: a session that was under way, or a new one. */
  function takeUp() {
    selection = fromQuery(location.search, bank);
    if (!selection.seed) {
      selection.seed = newSeed();
      history.replaceState(null, "", location.pathname + toQuery(selection));
    }
    const query = toQuery(selection);
    session = readSession(stored(), query, (id) => bank.byId.has(id)) ?? begin(query, pick(selection));
    setup.write(selection);
    return show(false);
  }

  /** @param {number} at */
  function go(at) {
    session = goTo(session, at);
    return show(true);
  }

  function leaveOut() {
    const ids = session.ids.filter((_, index) => index !== session.at);
    session = { ...session, ids };
    show(true);
  }

  /** @param {boolean} moved whether the learner came from another question, so that the focus follows */
  async function show(moved) {
    keep();
    const { ids, at } = session;
    const asked = at < ids.length;
    top.hidden = !asked;
    if (!ids.length) return nothing();
    if (!asked) return summary(moved);
    const entry = /** @type {import("./study/bank.js").Entry} */ (bank.byId.get(ids[at]));
    counter.textContent = say("counter", { i: at + 1, n: ids.length });
    meter.max = ids.length;
    meter.value = at;
    const question = await stage.show(entry, selection.seed, moved);
    if (!question) return;
    shownAt = seen();
    const outcome = session.outcomes[entry.id];
    if (outcome) question.restore(outcome.chosen);
    stage.prepare(bank.byId.get(ids[at + 1] ?? ""));
  }

  function nothing() {
    const everything = () => start({ ...fromQuery("", bank), reserve: false });
    stage.element.replaceChildren(notice(say("nothing_fits"), button(say("practise_all"), everything, "check")));
    setup.element.open = true;
  }

  /** @param {boolean} moved */
  function summary(moved) {
    const flagged = session.ids.filter((id) => record.kept.flagged(id));
    const slugs = (/** @type {string[]} */ ids) => ids.map((id) => bank.byId.get(id)?.slug ?? "");
    const view = makeSummary(session, bank, say, flagged, {
      again: (ids) => start({ ...selection, only: slugs(ids), count: 0 }),
      anew: () => start({ ...selection, only: [], count: selection.only.length ? 10 : selection.count }),
      change: setup.open,
      look: go,
    });
    stage.element.replaceChildren(view);
    if (moved) view.querySelector("h2")?.focus();
  }

  stage.element.addEventListener("response", (event) => {
    const { detail } = /** @type {CustomEvent<import("./question.js").Response>} */ (event);
    session = answer(session, detail.question, {
      verdict: /** @type {any} */ (detail.verdict),
      score: detail.score,
      chosen: detail.chosen,
    });
    keep();
    const mode = selection.source === "today" ? "today" : "practice";
    if (live) record.attempt(detail, mode, seen() - shownAt, live.circumstances());
    shownAt = seen();
  });
  stage.element.addEventListener("ask", (event) => {
    event.preventDefault();
    const { detail } = /** @type {CustomEvent} */ (event);
    if (detail === "flag") live?.toggleFlag();
    else go(session.at + (detail === "next" ? 1 : -1));
  });
  addEventListener("popstate", takeUp);

  const wide = matchMedia("(min-width: 64rem)");
  setup.element.open = wide.matches;
  await takeUp();
}

const root = /** @type {HTMLElement | null} */ (document.querySelector(".study[data-page=practice]"));
if (root) {
  practise(root).catch((error) => {
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
