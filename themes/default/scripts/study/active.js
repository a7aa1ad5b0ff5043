/**
 * What of a log stands. Pure.
 * @module
 */

/** @typedef {import("./events.js").LogEvent} LogEvent */

/**
 * Leaves out what was taken back, and the taking back. An undo can itself be undone.
 * @param {readonly LogEvent[]} log
 * @returns {readonly LogEvent[]}
 */
export function active(log) {
  /** @type {Map<string, string[]>} */
  const cancels = new Map();
  for (const event of log) {
    if (event.kind !== "undo") continue;
    const list = cancels.get(event.cancels);
    if (list) list.push(event.uuid);
    else cancels.set(event.cancels, [event.uuid]);
  }
  if (cancels.size === 0) return log;
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @param {string} start */
  const stands = (start) => {
    // A chain of undos may be as long as a forger likes: no recursion.
    const stack = [start];
    while (stack.length) {
      const uuid = stack[stack.length - 1];
      const above = cancels.get(uuid) ?? [];
      // Until it is worked out it counts as taken back, so that undos in a circle come to an end.
      if (!known.has(uuid)) known.set(uuid, false);
      // One that nobody took back settles it.
      const settled = above.some((it) => !cancels.has(it));
      const open = settled ? undefined : above.find((it) => !known.has(it));
      if (open !== undefined) {
        stack.push(open);
        continue;
      }
      known.set(uuid, !settled && !above.some((it) => known.get(it)));
      stack.pop();
    }
    return known.get(start) === true;
  };
  return log.filter((event) => event.kind !== "undo" && (!cancels.has(event.uuid) || stands(event.uuid)));
}
