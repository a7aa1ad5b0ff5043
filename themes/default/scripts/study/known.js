/**
 * What is known of each question, as choosing needs it. Pure.
 * @module
 */

/** @typedef {import("./choose.js").Facts} Facts */

/**
 * @param {object} state what a log means today (`state.js`)
 * @param {readonly { question: string, verdict: string }[]} state.attempts by time
 * @param {ReadonlyMap<string, boolean>} state.flags
 * @param {ReadonlySet<string>} due
 * @returns {(id: string) => Facts}
 */
export function knownOf({ attempts, flags }, due) {
  /** @type {Map<string, Facts>} */
  const found = new Map();
  /** @param {string} id */
  const of = (id) => {
    let facts = found.get(id);
    if (!facts) {
      const flagged = flags.get(id) ?? false;
      facts = { answered: 0, right: 0, seen: false, wrong: false, flagged, due: due.has(id) };
      found.set(id, facts);
    }
    return facts;
  };
  for (const { question, verdict } of attempts) {
    const facts = of(question);
    facts.seen = true;
    facts.wrong = verdict !== "right";
    // An answer that was only looked at says nothing of what the learner knows.
    if (verdict !== "revealed") facts.answered++;
    if (verdict === "right") facts.right++;
  }
  return of;
}
