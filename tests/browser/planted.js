// Puts a learner's history into the browser, as the site itself would have written it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pack, unpack } from "../../themes/default/scripts/store/packing.js";

/** The index and the keys of an exam of a built site. */
export function examOf(site, exam) {
  const read = (name) => JSON.parse(readFileSync(join(site.folder, exam, name), "utf8"));
  return { bank: read("bank.json"), keys: read("keys.json") };
}

/** Writes events into the log of a page's site; the page must be one of the site, and none of its scripts' tabs open. */
export function plant(page, siteId, events) {
  return page.evaluate(
    ([name, pack]) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
          request.result.createObjectStore("events", { autoIncrement: true });
          request.result.createObjectStore("facts");
        };
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const base = request.result;
          const transaction = base.transaction(["events"], "readwrite");
          transaction.objectStore("events").add({ pack });
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => (base.close(), resolve());
        };
      }),
    [`studyhall:${siteId}`, pack(events)],
  );
}

/** All events of the log, in the order in which they were written. */
export async function logOf(page, siteId) {
  const rows = await page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name, 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const base = request.result;
          const found = base.transaction(["events"]).objectStore("events").getAll();
          found.onsuccess = () => (base.close(), resolve(found.result));
        };
      }),
    `studyhall:${siteId}`,
  );
  return rows.flatMap((row) => (typeof row.pack === "string" ? unpack(row.pack) : [row]));
}
