/**
 * Entry of what notes answers, flags and notes on a question's own page. Fetched by own_page.js.
 * @module
 */

import { all } from "./arrange.js";
import { enrich } from "./enrich.js";
import { openStore } from "./store/store.js";
import { active } from "./study/active.js";

const { site = "", formerSites = "[]" } = document.body.dataset;
const store = await openStore({ siteId: site, formerSiteIds: JSON.parse(formerSites) });

/**
 * The latest word of the log on a question.
 * @template {"flag" | "note"} Kind
 * @param {Kind} kind
 * @param {readonly string[]} ids that the question has and had
 * @returns {Extract<import("./study/events.js").LogEvent, { kind: Kind }> | undefined}
 */
function latest(kind, ids) {
  const log = active(store.all());
  for (let at = log.length - 1; at >= 0; at--) {
    const event = log[at];
    if (event.kind === kind && ids.includes(event.question)) return /** @type {any} */ (event);
  }
}

/** @param {HTMLElement} article */
const idsOf = (article) => [article.dataset.question ?? "", ...(article.dataset.former?.split(" ") ?? [])];

/** @param {HTMLElement} article */
const live = (article) => {
  const ids = idsOf(article);
  return enrich(article, {
    flagged: () => latest("flag", ids)?.on ?? false,
    flag: (question, on) => store.record({ kind: "flag", question, on }),
    noteOf: () => latest("note", ids)?.text ?? "",
    note: (question, text) => store.record({ kind: "note", question, text }),
    confidence,
  });
};

const articles = all(document, "article.question");
let confidence = false;

/** @param {boolean} asked whether to ask how sure the learner is */
export function begin(asked) {
  confidence = asked;
  for (const article of articles) live(article);
}

store.subscribe(({ reason }) => {
  if (reason === "status") notify();
  else for (const article of articles) live(article).refresh();
});

/** Says where what is done here is not kept. */
async function notify() {
  const notice = /** @type {HTMLElement | null} */ (document.querySelector(".store-notice"));
  if (!notice) return;
  const { mode, full } = await store.status();
  const text =
    mode !== "stored" ? notice.dataset[mode === "memory" ? "memory" : "readOnly"] : full && notice.dataset.full;
  notice.textContent = text || "";
  notice.hidden = !text;
}
notify();

/** @param {HTMLElement} article */
export const flag = (article) => live(article).toggleFlag();

/**
 * @param {HTMLElement} article
 * @param {import("./question.js").Response} response
 * @param {number} ms
 */
export function note(article, response, ms) {
  const { question, revision, chosen, order, verdict, score } = response;
  store.record({
    kind: "attempt",
    question,
    revision,
    chosen,
    order,
    verdict: /** @type {import("./study/events.js").Verdict} */ (verdict),
    score,
    ms: Math.min(Math.round(ms), 86_400_000),
    mode: "page",
    form: null,
    ...live(article).circumstances(),
  });
}
