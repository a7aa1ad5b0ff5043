/**
 * What a log means today: an edit of a question never takes a learner's history away. Pure.
 * @module
 */

import { score, verdict } from "../scoring.js";
import { active } from "./active.js";
import { halves, keyHash } from "./revision.js";
import { sittingsOf } from "./sittings.js";

/** @typedef {import("./events.js").LogEvent} LogEvent */
/** @typedef {import("./events.js").Verdict} Verdict */
/** @typedef {import("./lookup.js").Lookup} Lookup */
/** @typedef {import("./lookup.js").Keys} Keys */

/**
 * @typedef {object} StudyAttempt
 * @property {string} uuid
 * @property {string} question by its id of today
 * @property {number} at place in the lookup, -1 for a question that is no longer there
 * @property {number} time
 * @property {number} zone minutes east of UTC
 * @property {Verdict} verdict of today
 * @property {Verdict | null} verdictThen null where nobody noted it and the key has changed since
 * @property {number} score of today
 * @property {number} ms
 * @property {import("./events.js").Confidence | null} confidence
 * @property {number} hints
 * @property {boolean} first of this question
 * @property {import("./events.js").Mode} mode
 * @property {string | null} sitting
 * @property {"key" | "content" | null} changed what is another since: only the key, or (also) what is asked
 * @property {boolean} again whether the change asks for a review: another key, or another number of choices
 * @property {string} revision that was answered
 * @property {string[]} chosen choice ids as they were then
 */

/**
 * What a corrected key did to a question's attempts.
 * @typedef {object} Correction
 * @property {string} question
 * @property {string} revision of today
 * @property {number} right past answers that became right
 * @property {number} wrong past answers that are no longer right
 */

/**
 * @typedef {object} State
 * @property {StudyAttempt[]} attempts by time
 * @property {Map<string, boolean>} flags by question
 * @property {Map<string, { text: string, time: number }>} notes by question
 * @property {Map<string, number>} ratings the learner's own grades, by attempt
 * @property {Map<string, { date: string | null, minutes: number }>} dates by exam
 * @property {import("./sittings.js").Sitting[]} sittings
 * @property {Correction[]} corrections
 * @property {boolean} needsKeys whether a verdict may be another once `keys.json` is given
 */

/**
 * @param {readonly LogEvent[]} log in its order
 * @param {Lookup} index
 * @param {Keys | null} keys null if they were not loaded
 * @returns {State}
 */
export function derive(log, index, keys) {
  const events = active(log);
  const judge = judgeOf(index, keys);
  const name = (/** @type {string} */ id) => index.ids[index.places.get(id) ?? -1] ?? id;
  /** @type {State} */
  const state = {
    attempts: [],
    flags: new Map(),
    notes: new Map(),
    ratings: new Map(),
    dates: new Map(),
    sittings: sittingsOf(events),
    corrections: [],
    needsKeys: false,
  };
  const { attempts } = state;
  for (const event of events) {
    switch (event.kind) {
      case "attempt":
        attempts.push(judge(event, event.verdict, event.score, event.mode, null));
        break;
      case "flag":
        state.flags.set(name(event.question), event.on);
        break;
      case "note":
        if (event.text) state.notes.set(name(event.question), { text: event.text, time: event.time });
        else state.notes.delete(name(event.question));
        break;
      case "rating":
        state.ratings.set(event.attempt, event.grade);
        break;
      case "exam-date":
        state.dates.set(event.exam, { date: event.date, minutes: event.minutes });
        break;
    }
  }
  let mixed = false;
  for (const { id, submitted, answers } of state.sittings) {
    if (!submitted) continue;
    for (const { event, ms } of answers.values()) {
      // Nothing chosen is no answer: the report counts it, the history does not.
      if (event.chosen.length === 0) continue;
      const attempt = judge(event, event.verdict ?? null, event.score ?? null, "mock", id);
      attempt.ms = ms;
      attempts.push(attempt);
      mixed = true;
    }
  }
  if (mixed) attempts.sort((one, other) => one.time - other.time || (one.uuid < other.uuid ? -1 : 1));
  markFirst(attempts);
  state.corrections = correctionsOf(attempts, index);
  state.needsKeys = keys === null && judge.open();
  return state;
}

/**
 * @param {Lookup} index
 * @param {Keys | null} keys
 */
function judgeOf(index, keys) {
  let open = false;
  /** @type {Map<string, Set<string>>} */
  const sets = new Map();
  /** @param {string} id */
  const keyOf = (id) => {
    let set = sets.get(id);
    if (!set) sets.set(id, (set = new Set(keys?.[id]?.key)));
    return set;
  };

  /**
   * @param {Extract<LogEvent, { kind: "attempt" | "exam-answered" }>} event
   * @param {Verdict | null} then
   * @param {number | null} scoreThen
   * @param {StudyAttempt["mode"]} mode
   * @param {string | null} sitting
   * @returns {StudyAttempt}
   */
  function judge(event, then, scoreThen, mode, sitting) {
    const at = index.places.get(event.question) ?? -1;
    const question = at < 0 ? event.question : index.ids[at];
    /** @type {StudyAttempt} */
    const attempt = {
      uuid: event.uuid,
      question,
      at,
      time: event.time,
      zone: event.zone,
      verdict: then ?? "wrong",
      verdictThen: then,
      score: scoreThen ?? (then === "right" ? 1 : 0),
      ms: event.ms,
      confidence: event.kind === "attempt" ? event.confidence : null,
      hints: event.kind === "attempt" ? event.hints : 0,
      first: false,
      mode,
      sitting,
      changed: null,
      again: false,
      revision: event.revision,
      chosen: event.chosen,
    };
    if (at < 0) return attempt;
    const today = index.revisions[at];
    if (event.revision === today && then !== null) return attempt;

    const [contentThen, hashThen] = halves(event.revision);
    const [content, hash] = halves(today);
    const sameContent = content === contentThen;
    if (!sameContent) attempt.changed = "content";
    else if (hash !== hashThen) attempt.changed = "key";
    const key = keys?.[question];
    if (!key) {
      open = true;
      attempt.again = hash !== hashThen || event.order.length !== index.choices[at];
      return attempt;
    }

    const right = keyOf(question);
    const renamed = sameContent ? null : renaming(event.order, key.choices);
    // The key as it would be called today: is it another one, or only one with a new name?
    const asThen = renamed ? keyHash(key.key.map((id) => (id === renamed.now ? renamed.then : id))) : hash;
    attempt.again = asThen !== hashThen || event.order.length !== key.choices.length;
    if (then === "revealed" || !(sameContent || renamed)) return attempt;
    const chosen = new Set(event.chosen.map((id) => (id === renamed?.then ? renamed.now : id)));
    const rule = index.rules[at];
    const found = verdict(rule, right, chosen, key.choices.length, null);
    attempt.verdict = found === "right" || found === "partly" ? found : "wrong";
    attempt.score = score(rule, right, chosen, key.choices.length);
    if (then === null && !attempt.again) attempt.verdictThen = attempt.verdict;
    return attempt;
  }
  judge.open = () => open;
  return judge;
}

/**
 * Where one choice went and one came, the two are the same choice, worded anew.
 * @param {readonly string[]} before
 * @param {readonly string[]} today
 * @returns {{ then: string, now: string } | null}
 */
function renaming(before, today) {
  const gone = before.filter((id) => !today.includes(id));
  const come = today.filter((id) => !before.includes(id));
  return gone.length === 1 && come.length === 1 ? { then: gone[0], now: come[0] } : null;
}

/** @param {StudyAttempt[]} attempts by time */
function markFirst(attempts) {
  const seen = new Set();
  for (const attempt of attempts) {
    attempt.first = !seen.has(attempt.question);
    if (attempt.first) seen.add(attempt.question);
  }
}

/**
 * @param {readonly StudyAttempt[]} attempts
 * @param {Lookup} index
 * @returns {Correction[]}
 */
function correctionsOf(attempts, index) {
  /** @type {Map<string, Correction>} */
  const found = new Map();
  for (const { question, at, changed, again, verdict: today, verdictThen } of attempts) {
    if (changed !== "key" && !(changed === "content" && again && verdictThen && verdictThen !== today)) continue;
    let correction = found.get(question);
    if (!correction) {
      correction = { question, revision: index.revisions[at], right: 0, wrong: 0 };
      found.set(question, correction);
    }
    if (verdictThen === null || today === verdictThen) continue;
    if (today === "right") correction.right++;
    else if (verdictThen === "right") correction.wrong++;
  }
  return [...found.values()];
}

/**
 * What home says once: how many keys were corrected, and what became of past answers.
 * @param {readonly Correction[]} corrections
 * @param {readonly string[]} told what `told` of an earlier summary held
 * @returns {{ keys: number, right: number, wrong: number, told: string[] } | null} null if there is nothing new to say
 */
export function correctionsToTell(corrections, told) {
  const mark = (/** @type {Correction} */ { question, revision }) => `${question}@${revision}`;
  const known = new Set(told);
  const fresh = corrections.filter((it) => !known.has(mark(it)));
  if (fresh.length === 0) return null;
  return {
    keys: fresh.length,
    right: fresh.reduce((sum, it) => sum + it.right, 0),
    wrong: fresh.reduce((sum, it) => sum + it.wrong, 0),
    told: corrections.map(mark),
  };
}

/**
 * @param {readonly StudyAttempt[]} attempts by time
 * @param {number} count how many questions the lookup has
 * @returns {StudyAttempt[][]} for each question its attempts by time; those of deleted questions are left out
 */
export function attemptsByQuestion(attempts, count) {
  /** @type {StudyAttempt[][]} */
  const lists = Array.from({ length: count }, () => []);
  for (const attempt of attempts) if (attempt.at >= 0) lists[attempt.at].push(attempt);
  return lists;
}
