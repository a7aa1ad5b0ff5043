/**
 * "Report a problem" carries what the learner saw: choices have other letters on every screen.
 * @module
 */

import { letterAt } from "./letters.js";

/**
 * @param {object} facts
 * @param {string} facts.question id
 * @param {string} facts.revision
 * @param {readonly string[]} facts.order choice ids as shown
 * @param {ReadonlySet<string>} facts.chosen
 * @returns {string}
 */
export function reportText({ question, revision, order, chosen }) {
  const lettered = order.map((id, index) => ({ id, text: `${letterAt(index)} ${id}` }));
  const answer = lettered.filter(({ id }) => chosen.has(id));
  const list = (/** @type {typeof lettered} */ items) => items.map(({ text }) => text).join(", ");
  // A mail's body wants its line ends so (RFC 6068), and everything else takes them.
  return [
    `question: ${question}`,
    `revision: ${revision}`,
    `order: ${list(lettered)}`,
    `answer: ${list(answer) || "none"}`,
  ].join("\r\n");
}

/**
 * @param {string} template an address with `{report}` in it
 * @param {string} text
 * @returns {string}
 */
export const reportAddress = (template, text) => template.replace("{report}", () => encodeURIComponent(text));
