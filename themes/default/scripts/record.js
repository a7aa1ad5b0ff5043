/**
 * What this learner did, for a mode: what is known of each question, and what is to be noted.
 * @module
 */

import { json } from "./load.js";
import { openStore } from "./store/store.js";
import { lookupOf } from "./study/bank.js";
import { knownOf } from "./study/known.js";
import { derive } from "./study/state.js";

/** @typedef {import("./store/store.js").Store} Store */
/** @typedef {import("./study/state.js").State} State */

/**
 * What came of looking at a question, beyond the response itself.
 * @typedef {object} Circumstances
 * @property {import("./study/events.js").Mode} mode
 * @property {number} ms
 * @property {number} hints
 * @property {string[]} crossed
 */

/**
 * @typedef {object} Record
 * @property {Store} store
 * @property {() => State} state what the log means today
 * @property {import("./study/choose.js").Known} known
 * @property {(id: string) => boolean} flagged
 * @property {(id: string, on: boolean) => void} flag
 * @property {(response: import("./question.js").Response, circumstances: Circumstances) => void} attempt
 */

/**
 * @param {DOMStringMap} data of the page's root
 * @param {import("./study/bank.js").Bank} bank
 * @returns {Promise<Record>}
 */
export async function openRecord({ site = "", formerSites = "[]", keys: keysUrl = "" }, bank) {
  const store = await openStore({ siteId: site, formerSiteIds: JSON.parse(formerSites) });
  const index = lookupOf(bank);
  /** @type {import("./study/lookup.js").Keys | null} */
  let keys = null;
  /** @type {State | null} */
  let state = derive(store.all(), index, keys);
  if (state.needsKeys) {
    // Without the keys of today, verdicts stay what they were.
    keys = await json(keysUrl).then(
      (file) => file.keys,
      () => null,
    );
    state = null;
  }
  /** @type {import("./study/choose.js").Known | null} */
  let known = null;
  /** @type {Map<string, boolean>} */
  const flags = new Map();
  // Working out what the log means takes a while where it is long: only when someone asks again.
  store.subscribe(({ reason, events }) => {
    state = known = null;
    if (reason === "erased") flags.clear();
    for (const event of events) if (event.kind === "flag") flags.set(event.question, event.on);
  });
  const now = () => (state ??= derive(store.all(), index, keys));
  for (const [id, on] of now().flags) flags.set(id, on);

  return {
    store,
    state: now,
    known: (id) => (known ??= knownOf(now(), new Set()))(id),
    flagged: (id) => flags.get(id) ?? false,
    flag: (question, on) => {
      flags.set(question, on);
      store.record({ kind: "flag", question, on });
    },
    attempt: ({ question, revision, chosen, order, verdict, score }, { mode, ms, hints, crossed }) => {
      store.record({
        kind: "attempt",
        question,
        revision,
        chosen,
        order,
        verdict: /** @type {import("./study/events.js").Verdict} */ (verdict),
        score,
        ms: Math.min(Math.round(ms), 86_400_000),
        confidence: null,
        hints,
        mode,
        form: null,
        crossed,
      });
    },
  };
}
