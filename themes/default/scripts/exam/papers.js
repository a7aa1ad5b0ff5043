/**
 * The questions of a mock exam, kept with the exam: losing the network or a new version of the site changes nothing in
 * an exam that has begun.
 * @module
 */

/**
 * A question of a form.
 * @typedef {object} Sheet
 * @property {string} id
 * @property {import("../lift.js").Lifted} lifted
 * @property {string} revision
 * @property {number | null} count how many choices are asked for; null where the page does not tell
 * @property {string[]} key choice ids
 * @property {number} shown how many choices it has
 * @property {import("../scoring.js").Rule} rule
 */

/**
 * What is on screen and not yet in the log.
 * @typedef {object} Draft
 * @property {number} at index of the question
 * @property {string} question
 * @property {string[]} chosen
 * @property {string[]} order
 * @property {boolean} flagged
 * @property {number} ms of this visit so far
 * @property {number} time when it was written
 * @property {Record<string, string[]>} crossed choices that were crossed out, by question
 */

/**
 * @typedef {object} Papers
 * @property {boolean} lasting whether they survive a reload
 * @property {(sitting: string, sheets: Sheet[]) => Promise<void>} keep those of a sitting, and no others
 * @property {(sitting: string) => Promise<Sheet[] | null>} sheets
 * @property {(sitting: string, draft: Draft) => Promise<void>} note
 * @property {(sitting: string) => Promise<Draft | null>} draft
 */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Papers} for browsers that keep nothing */
function inMemory() {
  /** @type {Map<string, Sheet[]>} */
  const sheets = new Map();
  /** @type {Map<string, Draft>} */
  const drafts = new Map();
  return {
    lasting: false,
    keep: async (sitting, list) => {
      sheets.clear();
      sheets.set(sitting, list);
    },
    sheets: async (sitting) => sheets.get(sitting) ?? null,
    note: async (sitting, draft) => void drafts.set(sitting, draft),
    draft: async (sitting) => drafts.get(sitting) ?? null,
  };
}

/**
 * @param {string} site
 * @returns {Promise<Papers>}
 */
export async function openPapers(site) {
  /** @type {IDBDatabase} */
  let base;
  try {
    const request = indexedDB.open(`studyhall:${site}:papers`, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("sheets");
      request.result.createObjectStore("drafts");
    };
    base = await result(request);
  } catch {
    return inMemory();
  }
  base.onversionchange = () => base.close();
  const fallback = inMemory();

  /**
   * @param {"sheets" | "drafts"} name
   * @param {(store: IDBObjectStore) => void} change
   * @returns {Promise<void>}
   */
  const write = (name, change) =>
    new Promise((resolve, reject) => {
      const transaction = base.transaction(name, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      change(transaction.objectStore(name));
    });
  /** @param {"sheets" | "drafts"} name @param {string} sitting */
  const read = async (name, sitting) => (await result(base.transaction(name).objectStore(name).get(sitting))) ?? null;

  return {
    lasting: true,
    keep: async (sitting, list) => {
      await fallback.keep(sitting, list);
      try {
        await write("drafts", (store) => store.clear());
        await write("sheets", (store) => {
          store.clear();
          store.put(list, sitting);
        });
      } catch {
        // A full disk: the exam goes on as long as the page is open, and is fetched anew after a reload.
      }
    },
    sheets: async (sitting) => (await read("sheets", sitting).catch(() => null)) ?? fallback.sheets(sitting),
    note: (sitting, draft) => write("drafts", (store) => store.put(draft, sitting)).catch(() => {}),
    draft: (sitting) => read("drafts", sitting).catch(() => null),
  };
}
