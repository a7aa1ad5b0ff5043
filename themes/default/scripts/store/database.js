/**
 * The log in IndexedDB.
 *
 * A row of the store `events` is one event, or `{ pack: TEXT }` with many (packing.js): reading a hundred thousand single
 * rows takes seconds, reading packs a fraction of one. Rows are only ever added, and single ones packed.
 * @module
 */

import { isKnown, readEvent } from "../study/events.js";
import { pack, unpack } from "./packing.js";

/** @typedef {import("./memory.js").Log} Log */

const VERSION = 1;
/** So many single rows are packed when a log is opened. */
export const PACK_FROM = 1000;

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

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // An error with which writing ends late, such as a full disk, is told by `abort` alone.
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });

/**
 * @param {IDBFactory} factory
 * @param {string} name
 * @param {number} [version] without it, the one that is there
 * @returns {Promise<IDBDatabase | null>} null if no version was asked for and there is no such database
 */
function connect(factory, name, version) {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version);
    request.onupgradeneeded = () => {
      // Looking for a database must not make one.
      if (version === undefined) return request.transaction?.abort();
      request.result.createObjectStore("events", { autoIncrement: true });
      request.result.createObjectStore("facts");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      if (version === undefined && request.error?.name === "AbortError") resolve(null);
      else reject(request.error);
    };
  });
}

/**
 * Opens the log of a name. One that a newer version of the site wrote is read as well as it can be, and left as it is.
 * @param {IDBFactory} factory
 * @param {string} name
 * @returns {Promise<Log>}
 * @throws {DOMException} where the browser refuses
 */
export async function openDatabase(factory, name) {
  /** @type {IDBDatabase | null} */
  let base = null;
  let readOnly = false;

  async function open() {
    try {
      base = await connect(factory, name, VERSION);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "VersionError")) throw error;
      base = await connect(factory, name);
      readOnly = true;
    }
    if (!base) return;
    // A newer page wants to change the shape: give way; the next use opens what is there then.
    base.onversionchange = () => {
      base?.close();
      base = null;
    };
    base.onclose = () => {
      base = null;
    };
  }

  /**
   * @param {string[]} stores
   * @param {IDBTransactionMode} mode
   */
  async function begin(stores, mode) {
    if (!base) await open();
    if (!base) throw new DOMException(`no database ${name}`, "NotFoundError");
    if (mode === "readwrite" && readOnly) throw new DOMException("written by a newer version", "ReadOnlyError");
    return /** @type {IDBDatabase} */ (base).transaction(stores, mode);
  }

  await open();
  /** @type {Log} */
  const log = {
    get mode() {
      return /** @type {Log["mode"]} */ (readOnly ? "read-only" : "stored");
    },
    async read(after) {
      const transaction = await begin(["events"], "readonly");
      const events = transaction.objectStore("events");
      const range = IDBKeyRange.lowerBound(after, true);
      const [rows, keys] = await Promise.all([result(events.getAll(range)), result(events.getAllKeys(range))]);
      const last = keys.at(-1);
      return { rows: rows.flatMap(rowsOf), last: typeof last === "number" ? last : after };
    },
    async add(rows) {
      const transaction = await begin(["events"], "readwrite");
      const events = transaction.objectStore("events");
      const kept = rows.length > 20 ? [{ pack: pack(/** @type {import("./packing.js").Row[]} */ (rows)) }] : rows;
      let last = 0;
      for (const row of kept)
        events.add(row).onsuccess = ({ target }) => (last = Number(/** @type {any} */ (target).result));
      await done(transaction);
      return last;
    },
    async get(fact) {
      const transaction = await begin(["facts"], "readonly");
      return result(transaction.objectStore("facts").get(fact));
    },
    async set(fact, value) {
      const transaction = await begin(["facts"], "readwrite");
      transaction.objectStore("facts").put(value, fact);
      await done(transaction);
    },
    async clear() {
      const transaction = await begin(["events"], "readwrite");
      transaction.objectStore("events").clear();
      await done(transaction);
    },
    close: () => base?.close(),
  };
  if (!readOnly) await packSingle(await begin(["events"], "readwrite"));
  return log;
}

/**
 * @param {any} row
 * @returns {unknown[]} what it holds
 */
const rowsOf = (row) => (typeof row?.pack === "string" ? unpack(row.pack) : [row]);

/**
 * Puts single rows together, in one transaction: there is no moment at which an event is missing. Rows of any other
 * kind are left alone.
 * @param {IDBTransaction} transaction
 */
async function packSingle(transaction) {
  const finished = done(transaction);
  const events = transaction.objectStore("events");
  if ((await result(events.count())) >= PACK_FROM) {
    const [rows, keys] = await Promise.all([result(events.getAll()), result(events.getAllKeys())]);
    const single = [...rows.keys()].filter((at) => readEvent(rows[at]) && isKnown(rows[at]));
    if (single.length >= PACK_FROM) {
      events.add({ pack: pack(single.map((at) => rows[at])) });
      for (const at of single) events.delete(keys[at]);
    }
  }
  // Packing saves time; a full disk must not keep the log from being read.
  await finished.catch(() => {});
}

/**
 * Reads the rows of a database of another name and leaves it as it is.
 * @param {IDBFactory} factory
 * @param {string} name
 * @returns {Promise<unknown[]>} none if there is no such database
 */
export async function readDatabase(factory, name) {
  const base = await connect(factory, name);
  if (!base) return [];
  try {
    if (!base.objectStoreNames.contains("events")) return [];
    return (await result(base.transaction("events").objectStore("events").getAll())).flatMap(rowsOf);
  } finally {
    base.close();
  }
}
