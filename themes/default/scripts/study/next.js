/**
 * What to learn next: the topics where an hour gains most. Pure.
 * @module
 */

const HOUR = 3_600_000;
/** How long a question takes where nothing was measured: the usual pace of such exams, with time to read the answer. */
const usual = 120_000;

/**
 * @typedef {object} Gain
 * @property {number} topic
 * @property {number} open questions that are new, or were not right the last time
 * @property {number} gain share of the exam, 0 to 1, that an hour on this topic can add at most
 */

/**
 * An hour on a topic makes at best as many of its open questions known as there is time for. Each of them stands for its
 * part of the topic, and the topic for its weight in the exam: so heavy topics come first, weak ones before known ones,
 * and a topic that an hour covers wholly before one so large that an hour hardly shows.
 * @param {readonly import("./statistics.js").TopicMastery[]} topics
 * @param {number} ms median time of an answer, 0 where none was measured
 * @returns {Gain[]} largest first, those that gain nothing left out
 */
export function whatNext(topics, ms) {
  const perHour = HOUR / Math.max(ms || usual, 1000);
  return topics
    .map(({ topic, weight, total, right }) => {
      const open = total - right;
      return { topic, open, gain: total ? (weight / 1000) * (Math.min(perHour, open) / total) : 0 };
    })
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => other.gain - one.gain || one.topic - other.topic);
}
