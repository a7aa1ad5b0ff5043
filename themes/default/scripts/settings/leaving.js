/**
 * What authors may get, and how everything is erased.
 * @module
 */

import { json, loadBank } from "../load.js";
import { anonymousLog } from "../store/anonymous.js";
import { toBase64Url } from "../store/bytes.js";
import { lookupOf } from "../study/bank.js";
import { join, joinKeys } from "../study/lookup.js";
import { derive } from "../study/state.js";
import { make } from "../element.js";
import { exportAll } from "./moving.js";
import { ask, button, row, section, statusLine } from "./parts.js";
import { fileName, saveAs } from "./save.js";

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context */
export function forAuthors({ store, exams, site, say }) {
  const outcome = statusLine();
  async function give() {
    try {
      const lookup = join((await Promise.all(exams.map(({ bank }) => loadBank(bank)))).map(lookupOf));
      const events = store.all();
      let state = derive(events, lookup, null);
      if (state.needsKeys) {
        const files = await Promise.all(exams.map(({ keys }) => json(keys)));
        state = derive(events, lookup, joinKeys(...files));
      }
      let learner = await store.fact("pseudonym");
      if (typeof learner !== "string") {
        learner = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
        await store.setFact("pseudonym", learner);
      }
      const text = anonymousLog({ events, state, siteId: site.siteId, learner: String(learner) });
      saveAs(text, `${fileName(site.siteId, "answers", new Date())}.json`, "application/json");
      outcome.textContent = say("exported");
    } catch (error) {
      outcome.textContent = say("authors_offline");
      console.error(error);
    }
  }
  return section(say("authors"), make("p", {}, say("authors_why")), row(button(say("authors_export"), give)), outcome);
}

/** @param {string} siteId */
function eraseStorage(siteId) {
  for (const name of /** @type {const} */ (["localStorage", "sessionStorage"])) {
    try {
      const storage = window[name];
      const begin = `studyhall:${siteId}:`;
      for (const key of Object.keys(storage)) if (key.startsWith(begin)) storage.removeItem(key);
    } catch {
      // Where storage is blocked there is nothing in it.
    }
  }
}

/** @param {Context} context */
export function erasing(context) {
  const { store, preferences, site, say } = context;
  const outcome = statusLine();
  const erase = async () => {
    try {
      await store.erase();
    } catch {
      outcome.textContent = say(store.mode === "read-only" ? "store_read_only" : "erase_failed");
      return;
    }
    for (const id of [site.siteId, ...site.formerSiteIds]) eraseStorage(id);
    preferences.erase();
    outcome.textContent = say("erased");
  };
  const confirm = () => {
    const exported = make("p", { role: "status" });
    const keep = async () => {
      await exportAll(context);
      exported.textContent = say("exported");
    };
    ask(
      say("erase_really"),
      [say("erase_what"), row(button(say("export_first"), keep)), exported],
      [{ text: say("erase_do"), kind: "danger", act: erase }, { text: say("cancel") }],
    );
  };
  return section(
    say("erase"),
    make("p", {}, say("erase_why")),
    row(button(say("erase_button"), confirm, "danger")),
    outcome,
  );
}
