/**
 * Mock exams as their events tell them. Pure.
 * @module
 */

/** @typedef {import("./events.js").LogEvent} LogEvent */
/** @typedef {Extract<LogEvent, { kind: "exam-answered" }>} Answered */

/**
 * What was answered to a question of a sitting.
 * @typedef {object} Answer
 * @property {Answered} event the one that counts
 * @property {string[]} chosen
 * @property {string[]} order
 * @property {string} revision
 * @property {boolean} flagged
 * @property {number} ms of all visits
 * @property {string[][]} earlier what was chosen at the end of earlier visits, oldest first, where the next differed
 */

/**
 * @typedef {object} Sitting
 * @property {string} id
 * @property {string} exam
 * @property {number} started
 * @property {Extract<LogEvent, { kind: "exam-started" }>["form"]} form
 * @property {number | null} minutes
 * @property {number} factor
 * @property {number | null} deadline
 * @property {number | null} passMark
 * @property {string} scoring
 * @property {string[]} revisions
 * @property {Map<string, Answer>} answers by question, under the id it had then
 * @property {{ time: number, timedOut: boolean } | null} submitted
 */

/**
 * @param {readonly string[]} one
 * @param {readonly string[]} other
 */
const same = (one, other) => one.length === other.length && one.every((id) => other.includes(id));

/**
 * All sittings, oldest first. What comes after the submission or the deadline changes nothing.
 * @param {Iterable<LogEvent>} events in the order of the log, without those that were taken back
 * @returns {Sitting[]}
 */
export function sittingsOf(events) {
  /** @type {Map<string, Sitting>} */
  const found = new Map();
  /** @type {(Answered | Extract<LogEvent, { kind: "exam-submitted" }>)[]} */
  const later = [];
  for (const event of events) {
    if (event.kind === "exam-answered" || event.kind === "exam-submitted") later.push(event);
    if (event.kind !== "exam-started") continue;
    const { uuid: id, exam, time: started, form, minutes, factor, deadline, passMark, scoring, revisions } = event;
    found.set(id, {
      id,
      exam,
      started,
      form,
      minutes,
      factor,
      deadline,
      passMark,
      scoring,
      revisions,
      answers: new Map(),
      submitted: null,
    });
  }
  // After all starts: the clock of another device may say that an answer came before them.
  for (const event of later) {
    const sitting = found.get(event.sitting);
    if (!sitting || sitting.submitted) continue;
    if (event.kind === "exam-submitted") {
      sitting.submitted = { time: event.time, timedOut: event.timedOut };
      continue;
    }
    if (!sitting.form.ids.includes(event.question)) continue;
    if (sitting.deadline !== null && event.time > sitting.deadline) continue;
    const before = sitting.answers.get(event.question);
    const { chosen, order, revision, flagged } = event;
    sitting.answers.set(event.question, {
      event,
      chosen,
      order,
      revision,
      flagged,
      ms: (before?.ms ?? 0) + event.ms,
      earlier: before && !same(before.chosen, chosen) ? [...before.earlier, before.chosen] : (before?.earlier ?? []),
    });
  }
  return [...found.values()];
}
