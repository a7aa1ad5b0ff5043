/**
 * When to remind a learner to export: browsers remove what they keep unless they promised not to. Pure.
 * @module
 */

const DAY = 86_400_000;

/**
 * WebKit removes what a site keeps seven days after the last visit, others only when the disk is short.
 * @param {{ vendor?: string, standalone?: boolean }} navigator
 * @returns {boolean}
 */
export const evictsSoon = ({ vendor = "", standalone = false }) => vendor.startsWith("Apple") && !standalone;

/**
 * @param {object} what
 * @param {boolean | null} what.persisted
 * @param {boolean} what.evictsSoon
 * @param {number} what.exported when the log was last exported, 0 for never
 * @param {readonly { time: number }[]} what.events
 * @param {number} what.now
 * @returns {boolean} whether so much is new, for so long, that it would be a pity
 */
export function remind({ persisted, evictsSoon: soon, exported, events, now }) {
  if (persisted) return false;
  const fresh = events.filter((it) => it.time > exported);
  const oldest = fresh.reduce((time, it) => Math.min(time, it.time), now);
  return fresh.length >= (soon ? 20 : 100) && now - oldest >= (soon ? 2 : 14) * DAY;
}
