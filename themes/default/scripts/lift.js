/**
 * Takes questions out of their pages: a question's page is the only place where its text is.
 * @module
 */

import { all } from "./arrange.js";

/**
 * A question out of its page.
 * @typedef {object} Lifted
 * @property {string} html its article
 * @property {string} title what it is called among others, shorter than its heading
 * @property {string[]} styles addresses of style sheets that its page needs beyond the usual one
 */

/** A question that could not be had. */
export class Missing extends Error {
  /** @param {string} url @param {boolean} gone whether asking again will not help */
  constructor(url, gone) {
    super(`no question at ${url}`);
    this.gone = gone;
  }
}

/** What leads away from a question that stands in another page than its own. */
const surroundings =
  ".position, .skip, .another, .turn, .related, .edit, script, style, template, iframe, object, embed";

/**
 * @param {string} url of a question's page
 * @returns {Promise<Lifted>}
 * @throws {Missing}
 */
export async function lift(url) {
  const address = new URL(url, location.href);
  if (address.origin !== location.origin) throw new Missing(url, true);
  let response;
  try {
    response = await fetch(address, { credentials: "same-origin" });
  } catch {
    throw new Missing(url, false);
  }
  // A host that sends elsewhere has another page there, not the question.
  if (!response.ok || new URL(response.url).origin !== location.origin) throw new Missing(url, response.status < 500);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const article = page.querySelector("article.question");
  if (!article) throw new Missing(url, true);
  const styles = /** @type {NodeListOf<HTMLLinkElement>} */ (page.querySelectorAll("link[rel=stylesheet]"));
  const name = page.querySelector(".crumbs [aria-current=page]") ?? article.querySelector("h1");
  return {
    html: article.outerHTML,
    title: name?.textContent?.trim() ?? "",
    styles: Array.from(styles, (link) => link.getAttribute("href") ?? "").filter((href) =>
      /\/highlight\.css$/.test(href),
    ),
  };
}

/**
 * Makes an article of this page from a lifted one: without what belongs to its own page, and without anything that
 * could run. It is not in the page yet, nor ordered or mounted.
 * @param {Lifted} lifted
 * @returns {HTMLElement}
 */
export function place({ html, title, styles }) {
  loadStyles(styles);
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const parts = /** @type {HTMLElement} */ (parsed.querySelector("article.question"));
  const article = document.importNode(parts, true);
  for (const element of all(article, surroundings)) element.remove();
  // What a heading says for search engines is said anew for each question here.
  const heading = article.querySelector("h1:not(.unseen)");
  if (heading && title) heading.textContent = title;
  for (const element of [article, ...all(article, "*")]) {
    for (const { name } of [...element.attributes]) if (/^(on|style$)/i.test(name)) element.removeAttribute(name);
  }
  // A wide formula scrolls, which must work from the keyboard.
  for (const formula of all(article, "math[display=block]")) formula.setAttribute("tabindex", "0");
  return article;
}

/**
 * Adds style sheets to this page, each once.
 * @param {Iterable<string>} styles addresses
 * @returns {Promise<unknown>} when those that were missing are there; a question can be read without them
 */
export function loadStyles(styles) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  const known = new Set(Array.from(links, ({ href }) => href));
  const missing = [...styles]
    .map((href) => new URL(href, location.href))
    .filter(({ origin, href }) => {
      if (origin !== location.origin || known.has(href)) return false;
      return known.add(href);
    });
  return Promise.all(
    missing.map(({ href }) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      const settled = new Promise((done) => {
        link.onload = link.onerror = done;
      });
      document.head.append(link);
      return settled;
    }),
  );
}

/**
 * The same question with its pictures inside, so that it can be shown without a network.
 * @param {Lifted} lifted
 * @returns {Promise<Lifted>}
 */
export async function embed({ html, title, styles }) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const pictures = /** @type {NodeListOf<HTMLImageElement>} */ (page.querySelectorAll("article img[src]"));
  await Promise.all(
    Array.from(pictures, async (picture) => {
      const address = new URL(picture.getAttribute("src") ?? "", location.href);
      if (address.origin !== location.origin) return;
      const response = await fetch(address);
      if (!response.ok) throw new Missing(address.href, response.status < 500);
      picture.src = await dataUrl(await response.blob());
      picture.removeAttribute("srcset");
      picture.removeAttribute("loading");
    }),
  );
  return { html: page.querySelector("article.question")?.outerHTML ?? html, title, styles };
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
