/**
 * The learner's log, whatever the browser allows: kept in IndexedDB, or in memory with a notice.
 * @module
 */

import { newEvent, readEvent, uuidFrom } from "../study/events.js";
import { merge } from "../study/merge.js";
import { openChannel } from "./channel.js";
import { openDatabase, readDatabase } from "./database.js";
import { memoryLog } from "./memory.js";

/** @typedef {import("../study/events.js").LogEvent} LogEvent */
/** @typedef {import("../study/events.js").Body} Body */
/** @typedef {import("./memory.js").Log} Log */

/**
 * @typedef {object} Status
 * @property {"stored" | "memory" | "read-only"} mode `memory`: the browser keeps nothing; `read-only`: a newer version of
 *   the site wrote the log, so nothing is added to it
 * @property {boolean} full whether something could not be written, and is only in memory
 * @property {number} unreadable rows that were set aside
 * @property {boolean | null} persisted whether the browser promised never to remove it; null if it does not say
 */

/**
 * @typedef {object} Change
 * @property {"added" | "erased" | "status"} reason
 * @property {LogEvent[]} events those that were added
 */

/**
 * @typedef {object} Store
 * @property {Status["mode"]} mode
 * @property {() => Promise<Status>} status
 * @property {() => LogEvent[]} all in the order of the log; the same list until something is added
 * @property {() => LogEvent[]} arrived in the order in which this browser got them
 * @property {(uuid: string) => boolean} has
 * @property {(body: Body) => Promise<LogEvent>} record writes a new event of now
 * @property {(events: readonly unknown[]) => Promise<{ added: LogEvent[], known: number, unreadable: number }>} append
 *   writes events that were made elsewhere; those that are known already change nothing
 * @property {(listener: (change: Change) => void) => () => void} subscribe returns what ends it
 * @property {() => Promise<void>} refresh reads what other tabs added
 * @property {() => Promise<void>} erase removes all events of this and of former site ids
 * @property {(name: string) => Promise<unknown>} fact
 * @property {(name: string, value: unknown) => Promise<void>} setFact
 * @property {() => void} close
 */

/**
 * What of the browser is used.
 * @typedef {object} Surroundings
 * @property {() => IDBFactory | null} database may throw
 * @property {() => number} now
 * @property {(time: number) => number} zone minutes east of UTC
 * @property {() => Uint8Array} random 16 bytes
 * @property {() => Promise<unknown>} persist asks the browser to keep the data for good
 * @property {() => Promise<boolean | null>} persisted
 */

/** @type {Surroundings} */
export const browser = {
  database: () => globalThis.indexedDB ?? null,
  now: () => Date.now(),
  // Zero minutes west is -0, which JSON would turn into 0: an event must be the same after both.
  zone: (time) => 0 - new Date(time).getTimezoneOffset(),
  random: () => crypto.getRandomValues(new Uint8Array(16)),
  persist: async () => navigator.storage?.persist?.(),
  persisted: async () => (await navigator.storage?.persisted?.()) ?? null,
};

/** @type {(siteId: string) => string} */
export const databaseName = (siteId) => `studyhall:${siteId}`;

/**
 * @param {{ siteId: string, formerSiteIds?: readonly string[], surroundings?: Surroundings }} options
 * @returns {Promise<Store>}
 */
export async function openStore({ siteId, formerSiteIds = [], surroundings = browser }) {
  const name = databaseName(siteId);
  /** @type {IDBFactory | null} */
  let factory = null;
  /** @type {Log} */
  let log;
  try {
    factory = surroundings.database();
    log = factory ? await openDatabase(factory, name) : memoryLog();
  } catch {
    log = memoryLog();
  }

  /** @type {Map<string, LogEvent>} */
  const known = new Map();
  /** @type {LogEvent[] | null} */
  let ordered = null;
  /** @type {unknown[]} what could not be written yet */
  let pending = [];
  /** @type {Set<(change: Change) => void>} */
  const listeners = new Set();
  let last = 0;
  let unreadable = 0;
  let askedToPersist = false;
  /** Writing and reading again happen one after the other. @type {Promise<unknown>} */
  let queue = Promise.resolve();

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  function inTurn(work) {
    const next = queue.then(work);
    queue = next.catch(() => {});
    return next;
  }

  /** @param {Change["reason"]} reason @param {LogEvent[]} events */
  function announce(reason, events = []) {
    for (const listener of [...listeners]) listener({ reason, events });
  }

  /** @param {readonly unknown[]} rows */
  function take(rows) {
    /** @type {LogEvent[]} */
    const added = [];
    let bad = 0;
    for (const row of rows) {
      const event = readEvent(row);
      if (!event) bad++;
      else if (!known.has(event.uuid)) {
        known.set(event.uuid, event);
        added.push(event);
      }
    }
    if (added.length) ordered = null;
    return { added, known: rows.length - added.length - bad, unreadable: bad };
  }

  async function catchUp() {
    const read = await log.read(last);
    last = read.last;
    const result = take(read.rows);
    unreadable += result.unreadable;
    return result.added;
  }

  async function write() {
    if (pending.length === 0) return;
    const rows = pending;
    try {
      await log.add(rows);
      pending = [];
      channel.tell("added");
    } catch {
      // The disk is full, the log is a newer version's, or the browser took it away: all of it stays in memory, and is
      // tried again with the next event.
      announce("status");
    }
    if (!askedToPersist && log.mode === "stored") {
      askedToPersist = true;
      try {
        if (await log.get("persist-asked")) return;
        await log.set("persist-asked", true);
        // Some browsers ask the learner, who may take as long as they like.
        surroundings.persist().catch(() => {});
      } catch {
        // Then the browser may remove what it keeps; the reminder to export says so.
      }
    }
  }

  const refresh = () =>
    inTurn(async () => {
      const added = await catchUp().catch(() => []);
      if (added.length) announce("added", added);
    });

  const channel = openChannel(name, (news) => {
    if (news === "added") return refresh();
    inTurn(async () => {
      forget();
      await catchUp().catch(() => []);
      announce("erased");
    });
  });

  function forget() {
    known.clear();
    ordered = null;
    pending = [];
    last = 0;
    unreadable = 0;
  }

  try {
    await catchUp();
  } catch {
    log = memoryLog();
  }

  /** @type {string | null} */
  let device = null;
  const fact = (/** @type {string} */ key) => log.get(key).catch(() => undefined);
  const setFact = (/** @type {string} */ key, /** @type {unknown} */ value) => log.set(key, value).catch(() => {});

  async function deviceName() {
    const stored = device ?? (await fact("device"));
    if (typeof stored === "string" && stored.length === 36) device = stored;
    else {
      device = uuidFrom(surroundings.random());
      await setFact("device", device);
    }
    return device;
  }

  /** @param {readonly unknown[]} events */
  const append = (events) =>
    inTurn(async () => {
      const result = take(events);
      if (result.added.length) {
        pending = pending.concat(result.added);
        announce("added", result.added);
      }
      await write();
      return result;
    });

  /** @type {Store} */
  const store = {
    get mode() {
      return log.mode;
    },
    status: async () => ({
      mode: log.mode,
      full: pending.length > 0 && log.mode === "stored",
      unreadable,
      persisted: log.mode === "stored" ? await surroundings.persisted().catch(() => null) : null,
    }),
    all: () => (ordered ??= merge([...known.values()], [])),
    arrived: () => [...known.values()],
    has: (uuid) => known.has(uuid),
    record: async (body) => {
      const time = surroundings.now();
      const uuid = uuidFrom(surroundings.random());
      const event = newEvent(body, { uuid, device: await deviceName(), time, zone: surroundings.zone(time) });
      await append([event]);
      return event;
    },
    append,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    erase: () =>
      inTurn(async () => {
        if (log.mode === "read-only") throw new DOMException("written by a newer version", "ReadOnlyError");
        await log.clear();
        forget();
        await setFact("erased", surroundings.now());
        // Whoever begins anew is nobody that was here before.
        for (const key of ["handed-over", "pseudonym", "device"]) await setFact(key, null);
        device = null;
        if (log.mode === "stored") for (const id of formerSiteIds) factory?.deleteDatabase(databaseName(id));
        // The questions of the last mock exam, and what was on screen in it (`exam/papers.js`).
        if (log.mode === "stored") factory?.deleteDatabase(`${name}:papers`);
        channel.tell("erased");
        announce("erased");
      }),
    fact,
    setFact,
    close: () => {
      channel.close();
      log.close();
    },
  };
  if (log.mode === "stored" && factory) await moveIn(store, factory, formerSiteIds);
  return store;
}

/**
 * Takes over, once, what was kept under former ids of the site.
 * @param {Store} store
 * @param {IDBFactory} factory
 * @param {readonly string[]} formerSiteIds
 */
async function moveIn(store, factory, formerSiteIds) {
  for (const id of formerSiteIds) {
    const done = `moved-in:${id}`;
    if (await store.fact(done)) continue;
    try {
      await store.append(await readDatabase(factory, databaseName(id)));
      if (!(await store.status()).full) await store.setFact(done, true);
    } catch {
      // It is looked for again next time.
    }
  }
}
