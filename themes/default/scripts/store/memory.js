/**
 * A log that lasts as long as the page, for browsers that keep nothing.
 * @module
 */

/**
 * What stands between the store and a place where rows are kept. Rows are never changed; a log only grows, until it is
 * erased. What a row holds is not yet checked.
 * @typedef {object} Log
 * @property {"stored" | "memory" | "read-only"} mode
 * @property {(after: number) => Promise<{ rows: unknown[], last: number }>} read rows that were added after a place, and
 *   the place of the last one
 * @property {(rows: unknown[]) => Promise<number>} add returns the place of the last one
 * @property {(name: string) => Promise<unknown>} get a fact about this log, such as the name of the device
 * @property {(name: string, value: unknown) => Promise<void>} set
 * @property {() => Promise<void>} clear removes all rows; facts stay
 * @property {() => void} close
 */

/** @returns {Log} */
export function memoryLog() {
  /** @type {unknown[]} */
  let rows = [];
  /** @type {Map<string, unknown>} */
  const facts = new Map();
  return {
    mode: "memory",
    read: async (after) => ({ rows: rows.slice(after), last: rows.length }),
    add: async (added) => {
      rows = rows.concat(added);
      return rows.length;
    },
    get: async (name) => facts.get(name),
    set: async (name, value) => {
      facts.set(name, value);
    },
    clear: async () => {
      rows = [];
    },
    close: () => {},
  };
}
