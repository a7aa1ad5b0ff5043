/**
 * A mock exam under way: its clock, its navigator. Pure: the time is passed in.
 * @module
 */

/** @typedef {import("./sittings.js").Sitting} Sitting */
/** @typedef {"answered" | "incomplete" | "unanswered"} Mark */

/** Minutes before the end at which the time left is announced. */
export const warnings = /** @type {const} */ ([30, 15, 5, 1]);

/** Extra time that may be asked for; 0 is untimed. */
export const factors = /** @type {const} */ ([1, 1.25, 1.5, 2, 0]);

/**
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
export function sameChoices(one, other) {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/**
 * The deadline of an exam that starts now.
 * @param {number | null} minutes that the exam takes
 * @param {number} factor one of `factors`
 * @param {number} now
 * @returns {{ minutes: number | null, deadline: number | null }}
 */
export function timing(minutes, factor, now) {
  if (minutes === null || factor === 0) return { minutes: null, deadline: null };
  const allowed = minutes * factor;
  return { minutes: allowed, deadline: now + allowed * 60_000 };
}

/**
 * @param {Sitting} sitting
 * @param {number} now
 * @returns {number | null} milliseconds, never below 0; null if untimed
 */
export function timeLeft({ deadline }, now) {
  return deadline === null ? null : Math.max(0, deadline - now);
}

/**
 * @param {Sitting} sitting
 * @param {number} now
 * @returns {boolean} whether no answer counts any more
 */
export function isOver(sitting, now) {
  return sitting.submitted !== null || timeLeft(sitting, now) === 0;
}

/**
 * The warning that is due between two looks at the clock.
 * @param {number} before milliseconds left at the look before
 * @param {number} left milliseconds left now
 * @returns {number | null} minutes; the latest one if several were slept through
 */
export function warningBetween(before, left) {
  const due = warnings.filter((minutes) => before > minutes * 60_000 && left <= minutes * 60_000 && left > 0);
  return due.at(-1) ?? null;
}

/**
 * @param {number} ms
 * @returns {string} `1:05:09` or `5:09`; a part of a second counts as a whole one, so that 0:00 is the end
 */
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ value) => String(value % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * @param {{ readonly chosen: readonly string[] } | undefined} answer
 * @param {number | null} count how many choices are asked for; null where any number is an answer
 * @returns {Mark}
 */
export function markOf(answer, count) {
  const chosen = answer?.chosen.length ?? 0;
  if (!chosen) return "unanswered";
  return count !== null && count > 1 && chosen !== count ? "incomplete" : "answered";
}

/**
 * @typedef {object} Place a question in the navigator
 * @property {string} id
 * @property {number} number from 1
 * @property {Mark} mark
 * @property {number} chosen how many choices are selected
 * @property {number | null} count how many are asked for
 * @property {boolean} flagged
 */

/**
 * @param {Sitting} sitting
 * @param {(id: string) => number | null} countOf how many choices a question asks for
 * @returns {Place[]}
 */
export function places(sitting, countOf) {
  return sitting.form.ids.map((id, index) => {
    const answer = sitting.answers.get(id);
    const count = countOf(id);
    return {
      id,
      number: index + 1,
      mark: markOf(answer, count),
      chosen: answer?.chosen.length ?? 0,
      count,
      flagged: answer?.flagged ?? false,
    };
  });
}

/** @typedef {"all" | "unanswered" | "incomplete" | "flagged"} Filter */

/**
 * @param {readonly Place[]} all
 * @param {Filter} filter
 * @returns {Place[]}
 */
export function filtered(all, filter) {
  if (filter === "all") return [...all];
  return all.filter((place) => (filter === "flagged" ? place.flagged : place.mark === filter));
}

/**
 * @param {readonly Place[]} all
 * @returns {Record<Mark | "flagged" | "all", number>}
 */
export function counts(all) {
  const count = { all: all.length, answered: 0, incomplete: 0, unanswered: 0, flagged: 0 };
  for (const { mark, flagged } of all) {
    count[mark]++;
    if (flagged) count.flagged++;
  }
  return count;
}
