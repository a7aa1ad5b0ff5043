/**
 * The place where a mode shows one question after the other.
 * @module
 */

import { button, make, notice } from "../element.js";
import { lift, Missing, place } from "../lift.js";
import { mount } from "../question.js";

/** @typedef {import("../study/bank.js").Entry} Entry */
/** @typedef {import("../question.js").Question} Question */

/**
 * @typedef {object} Stage
 * @property {HTMLElement} element
 * @property {(entry: Entry, seed: string, focus: boolean) => Promise<Question | null>} show null if another question
 *   was asked for meanwhile, or this one cannot be had, which the stage says
 * @property {(entry: Entry | undefined) => void} prepare fetches what will be shown soon
 */

/**
 * @param {import("../words.js").Say} say
 * @param {{ again: () => void, leave: () => void }} ways what to do about a question that cannot be had
 * @param {(article: HTMLElement) => void} furnish adds what the mode wants in an article
 * @returns {Stage}
 */
export function makeStage(say, ways, furnish) {
  const element = make("div", { class: "stage" });
  /** @type {Map<string, Promise<import("../lift.js").Lifted>>} */
  const fetched = new Map();
  let turn = 0;

  /** @param {Entry} entry */
  const get = ({ id, url }) => {
    const before = fetched.get(id);
    if (before) return before;
    const asked = lift(url);
    fetched.set(id, asked);
    // What failed may succeed later.
    asked.catch(() => fetched.delete(id));
    return asked;
  };

  /** @type {Stage["show"]} */
  async function show(entry, seed, focus) {
    const mine = ++turn;
    element.setAttribute("aria-busy", "true");
    let lifted;
    try {
      lifted = await get(entry);
    } catch (error) {
      if (mine !== turn) return null;
      element.removeAttribute("aria-busy");
      element.replaceChildren(trouble(error instanceof Missing && error.gone));
      return null;
    }
    if (mine !== turn) return null;
    const article = place(lifted);
    article.dataset.seed = seed;
    furnish(article);
    element.replaceChildren(article);
    element.removeAttribute("aria-busy");
    const question = mount(article);
    if (focus) focusHeading(article);
    return question;
  }

  /** @param {boolean} gone */
  function trouble(gone) {
    return notice(
      say(gone ? "question_gone" : "question_offline"),
      !gone && button(say("try_again"), ways.again, "check"),
      button(say("leave_out"), ways.leave),
    );
  }

  return { element, show, prepare: (entry) => void (entry && get(entry).catch(() => {})) };
}

/**
 * Moves the focus to the heading of a question that took the place of another, with its beginning in view.
 * @param {HTMLElement} article
 */
export function focusHeading(article) {
  const heading = /** @type {HTMLElement | null} */ (article.querySelector("h1"));
  heading?.focus({ preventScroll: true });
  // Below a bar that stays; `scroll-margin` leaves room for it.
  const room = parseFloat(getComputedStyle(article).scrollMarginBlockStart) || 0;
  if (article.getBoundingClientRect().top < room) article.scrollIntoView({ block: "start", behavior: "instant" });
}
