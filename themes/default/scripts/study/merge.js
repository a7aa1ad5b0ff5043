/**
 * Two logs as one. Commutative, associative, and twice is as once. Pure.
 * @module
 */

/** @typedef {import("./events.js").LogEvent} LogEvent */

/**
 * The order of a log: by time, and by uuid where two events have the same.
 * @param {LogEvent} one
 * @param {LogEvent} other
 * @returns {number}
 */
export const byTime = (one, other) =>
  one.time - other.time || (one.uuid < other.uuid ? -1 : one.uuid > other.uuid ? 1 : 0);

/**
 * JSON with sorted keys: equal events have the same, however they came to be.
 * @param {unknown} value
 * @returns {string}
 */
function canonical(value) {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * @param {readonly LogEvent[]} a
 * @param {readonly LogEvent[]} b
 * @returns {LogEvent[]} the events of both by uuid, in the order of a log
 */
export function merge(a, b) {
  /** @type {Map<string, LogEvent>} */
  const found = new Map();
  for (const events of [a, b]) {
    for (const event of events) {
      const before = found.get(event.uuid);
      // Two events of one uuid are the same event; a forged one must not make the result depend on who came first.
      if (!before || (before !== event && canonical(event) < canonical(before))) found.set(event.uuid, event);
    }
  }
  return [...found.values()].sort(byTime);
}
