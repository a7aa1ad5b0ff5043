/**
 * A learner's answers for the authors of a bank: what they need to see how well questions work, and no more.
 * docs/log-format.md describes it. Pure.
 * @module
 */

/** @typedef {import("../study/state.js").State} State */
/** @typedef {import("../study/events.js").LogEvent} LogEvent */

/**
 * The day at the learner's place.
 * @param {number} time
 * @param {number} zone minutes east of UTC
 */
const dayOf = (time, zone) => new Date(time + zone * 60_000).toISOString().slice(0, 10);

/** @param {number} ms */
const secondsOf = (ms) => Math.min(3600, Math.round(ms / 1000));

/**
 * @param {object} what
 * @param {readonly LogEvent[]} what.events
 * @param {State} what.state derived from them
 * @param {string} what.siteId
 * @param {string} what.learner a pseudonym
 * @returns {string} JSON
 */
export function anonymousLog({ events, state, siteId, learner }) {
  const byUuid = new Map(events.map((event) => [event.uuid, event]));
  /** @type {object[]} */
  const attempts = [];
  for (const attempt of state.attempts) {
    const event = byUuid.get(attempt.uuid);
    if (event?.kind !== "attempt" && event?.kind !== "exam-answered") continue;
    attempts.push({
      id: attempt.sitting === null ? attempt.uuid : `${attempt.sitting}/${attempt.question}`,
      question: attempt.question,
      revision: event.revision,
      chosen: event.chosen,
      verdict: event.verdict ?? attempt.verdict,
      score: event.score ?? attempt.score,
      first: attempt.first,
      day: dayOf(event.time, event.zone),
      seconds: secondsOf(attempt.ms),
      confidence: attempt.confidence,
      sitting: attempt.sitting,
    });
  }
  for (const { id, form, revisions, answers, submitted } of state.sittings) {
    if (!submitted) continue;
    const zone = byUuid.get(id)?.zone ?? 0;
    form.ids.forEach((question, index) => {
      const answer = answers.get(question);
      // What was left open counts in what the sitting came to.
      if (answer?.chosen.length) return;
      attempts.push({
        id: `${id}/${question}`,
        question,
        revision: answer?.revision ?? revisions[index],
        chosen: [],
        verdict: "wrong",
        score: 0,
        first: false,
        day: dayOf(submitted.time, zone),
        seconds: secondsOf(answer?.ms ?? 0),
        confidence: null,
        sitting: id,
      });
    });
  }
  return `${JSON.stringify({ format: "studyhall-answers", version: 1, site: siteId, learner, attempts })}\n`;
}
