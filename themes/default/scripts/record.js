/**
 * What this learner did, for a mode: what is known of each question, and what is to be noted.
 * @module
 */

import { json } from "./load.js";
import { openPreferences } from "./store/preferences.js";
import { openStore } from "./store/store.js";
import { lookupOf } from "./study/bank.js";
import { knownOf } from "./study/known.js";
import { derive } from "./study/state.js";

/** @typedef {import("./store/store.js").Store} Store */
/** @typedef {import("./study/state.js").State} State */

/** @typedef {ReturnType<import("./enrich.js").Enriched["circumstances"]>} Circumstances */

/**
 * @typedef {object} Record
 * @property {Store} store
 * @property {() => State} state what the log means today
 * @property {() => Promise<import("./study/lookup.js").Keys | null>} keys of today; null if they cannot be had
 * @property {import("./study/choose.js").Known} known
 * @property {import("./enrich.js").Kept} kept what articles show and change
 * @property {(response: import("./question.js").Response, mode: import("./study/events.js").Mode, ms: number,
 *   circumstances: Circumstances) => void} attempt
 */

/**
 * @param {DOMStringMap} data of the page's root
 * @param {import("./study/bank.js").Bank} bank
 * @param {() => Promise<typeof import("./due.js")>} [loadDue] for who asks what is due: whoever has done nothing yet has
 *   nothing due, and does not load what finds it
 * @returns {Promise<Record>}
 */
export async function openRecord({ site = "", formerSites = "[]", keys: keysUrl = "" }, bank, loadDue) {
  const store = await openStore({ siteId: site, formerSiteIds: JSON.parse(formerSites) });
  const due = loadDue && store.all().length > 0 ? (await loadDue()).due : () => new Set();
  const preferences = openPreferences(site);
  const index = lookupOf(bank);
  /** @type {import("./study/lookup.js").Keys | null} */
  let keys = null;
  /** @type {State | null} */
  let state = derive(store.all(), index, keys);
  const loadKeys = async () => {
    if (keys) return keys;
    // Without the keys of today, verdicts stay what they were.
    keys = await json(keysUrl).then(
      (file) => file.keys,
      () => null,
    );
    if (keys) state = known = null;
    return keys;
  };
  /** @type {import("./study/choose.js").Known | null} */
  let known = null;
  if (state.needsKeys) await loadKeys();
  // What is shown with each question is kept apart: working out what the log means takes a while where it is long, and
  // waits until someone asks.
  /** @type {Map<string, boolean>} */
  const flags = new Map();
  /** @type {Map<string, string>} */
  const notes = new Map();
  const now = () => (state ??= derive(store.all(), index, keys));
  function remember() {
    flags.clear();
    notes.clear();
    for (const [id, on] of now().flags) flags.set(id, on);
    for (const [id, { text }] of now().notes) notes.set(id, text);
  }
  store.subscribe(({ reason, events }) => {
    state = known = null;
    if (reason === "erased" || events.some(({ kind }) => kind === "undo")) remember();
    for (const event of events) {
      if (event.kind === "flag") flags.set(event.question, event.on);
      if (event.kind === "note") notes.set(event.question, event.text);
    }
  });
  remember();

  return {
    store,
    state: now,
    keys: loadKeys,
    known: (id) => (known ??= knownOf(now(), due(now(), bank, preferences.get("rollover"))))(id),
    kept: {
      flagged: (id) => flags.get(id) ?? false,
      flag: (question, on) => store.record({ kind: "flag", question, on }),
      noteOf: (id) => notes.get(id) ?? "",
      note: (question, text) => store.record({ kind: "note", question, text }),
      confidence: preferences.get("confidence"),
    },
    attempt: ({ question, revision, chosen, order, verdict, score }, mode, ms, circumstances) => {
      store.record({
        kind: "attempt",
        question,
        revision,
        chosen,
        order,
        verdict: /** @type {import("./study/events.js").Verdict} */ (verdict),
        score,
        ms: Math.min(Math.round(ms), 86_400_000),
        mode,
        form: null,
        ...circumstances,
      });
    },
  };
}
