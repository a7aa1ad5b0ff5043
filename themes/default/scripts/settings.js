/**
 * Entry of the settings page.
 * @module
 */

import { keeping } from "./settings/keeping.js";
import { erasing, forAuthors } from "./settings/leaving.js";
import { exportAll, moving } from "./settings/moving.js";
import { examDates, wishes } from "./settings/wishes.js";
import { openPreferences } from "./store/preferences.js";
import { openStore } from "./store/store.js";
import { wordsOf } from "./words.js";

const root = /** @type {HTMLElement | null} */ (document.querySelector(".study[data-page=settings]"));
if (root) {
  const { site = "", formerSites = "[]" } = root.dataset;
  const names = { siteId: site, formerSiteIds: JSON.parse(formerSites) };
  /** @type {import("./settings/parts.js").Context} */
  const context = {
    store: await openStore(names),
    preferences: openPreferences(site),
    say: wordsOf(),
    site: names,
    exams: JSON.parse(document.getElementById("exams")?.textContent || "[]"),
    lang: document.documentElement.lang,
  };
  root.replaceChildren(
    keeping(context, () => exportAll(context)),
    examDates(context),
    wishes(context),
    moving(context),
    forAuthors(context),
    erasing(context),
  );
  root.classList.add("column");
}
