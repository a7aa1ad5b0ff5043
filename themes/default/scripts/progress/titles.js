/**
 * What questions and their choices are called: only their pages say so, and they are asked when someone looks.
 * @module
 */

import { lift } from "../lift.js";

/**
 * @typedef {object} Named
 * @property {string} title
 * @property {Map<string, string>} choices texts by choice id
 */

/** @type {Map<string, Promise<Named | null>>} */
const asked = new Map();

/** @param {string} slug as readable as it gets without the page */
export const readable = (slug) => slug.replace(/^.*\//, "").replaceAll("-", " ");

/**
 * @param {import("../study/bank.js").Entry} entry
 * @param {string} code of the exam, with which headings may begin
 * @returns {Promise<Named | null>} null if its page cannot be had
 */
export function nameOf({ id, url }, code) {
  let found = asked.get(id);
  if (!found) asked.set(id, (found = read(url, code).catch(() => null)));
  return found;
}

/**
 * A heading without "X-1 practice question: ", which says nothing in a list of questions of that exam.
 * @param {string} heading
 * @param {string} code
 */
export function withoutCode(heading, code) {
  const end = heading.indexOf(": ");
  return code && end > 0 && heading.slice(0, end).includes(code) ? heading.slice(end + 2) : heading;
}

/**
 * @param {string} url
 * @param {string} code
 */
async function read(url, code) {
  const page = new DOMParser().parseFromString((await lift(url)).html, "text/html");
  const text = (/** @type {Element | null} */ element) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const choices = /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".choice[data-choice]"));
  return {
    title: withoutCode(text(page.querySelector("h1")), code),
    choices: new Map(
      Array.from(choices, (choice) => [choice.dataset.choice ?? "", text(choice.querySelector(".content"))]),
    ),
  };
}

/**
 * Calls back once an element comes near the screen.
 * @param {Element} element
 * @param {() => void} then
 */
export function whenNear(element, then) {
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: "400px" },
  );
  observer.observe(element);
}
