/**
 * A practice session: which questions, where the learner is, and what came of each. Pure.
 * @module
 */

/** @typedef {"right" | "partly" | "wrong" | "revealed"} Verdict */

/**
 * What came of a question.
 * @typedef {object} Outcome
 * @property {Verdict} verdict of the first answer: trying again is for learning, not for the score
 * @property {number} score 0 to 1, of the first answer
 * @property {string[]} chosen choice ids of the latest answer
 */

/**
 * @typedef {object} Session
 * @property {string} query of the selection it was made for
 * @property {string[]} ids
 * @property {number} at index of the question on screen; as many as there are questions: the summary
 * @property {Record<string, Outcome>} outcomes by question
 */

/** @type {(query: string, ids: string[]) => Session} */
export const begin = (query, ids) => ({ query, ids, at: 0, outcomes: {} });

/**
 * @param {Session} session
 * @param {number} at
 * @returns {Session}
 */
export const goTo = (session, at) => ({ ...session, at: Math.min(session.ids.length, Math.max(0, at)) });

/**
 * @param {Session} session
 * @param {string} id
 * @param {Outcome} outcome
 * @returns {Session}
 */
export function answer(session, id, { verdict, score, chosen }) {
  if (!session.ids.includes(id)) return session;
  const first = session.outcomes[id] ?? { verdict, score };
  return { ...session, outcomes: { ...session.outcomes, [id]: { ...first, chosen } } };
}

/**
 * Reads a session that was put away.
 * @param {string | null} text
 * @param {string} query that the session must be for
 * @param {(id: string) => boolean} exists
 * @returns {Session | null} null for any other text: storage may hold what anyone wrote
 */
export function readSession(text, query, exists) {
  try {
    const value = JSON.parse(text ?? "");
    const { ids, at, outcomes } = value;
    const good =
      value.query === query &&
      Array.isArray(ids) &&
      ids.length > 0 &&
      ids.every((id) => typeof id === "string" && exists(id)) &&
      Number.isInteger(at) &&
      at >= 0 &&
      at <= ids.length &&
      Object.values(outcomes).every((one) => typeof one.verdict === "string" && Array.isArray(one.chosen));
    return good ? { query, ids, at, outcomes } : null;
  } catch {
    return null;
  }
}

/**
 * @typedef {object} Summary
 * @property {number} n answered questions, revealed ones left out: they show nothing of what the learner knows
 * @property {number} points
 * @property {number} right
 * @property {number} revealed
 * @property {number} left neither answered nor revealed
 * @property {string[]} wrong ids that were answered wrongly or partly, or revealed
 */

/**
 * @param {Session} session
 * @param {(id: string) => boolean} [among] only these questions
 * @returns {Summary}
 */
export function summarise({ ids, outcomes }, among = () => true) {
  /** @type {Summary} */
  const sum = { n: 0, points: 0, right: 0, revealed: 0, left: 0, wrong: [] };
  for (const id of ids.filter(among)) {
    const outcome = outcomes[id];
    if (!outcome) {
      sum.left++;
      continue;
    }
    if (outcome.verdict === "revealed") sum.revealed++;
    else {
      sum.n++;
      sum.points += outcome.score;
    }
    if (outcome.verdict === "right") sum.right++;
    else sum.wrong.push(id);
  }
  return sum;
}
