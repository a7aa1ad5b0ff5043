/**
 * Brings a new version of a page into the one that is open.
 * @module
 */

import { fileName, shownBy } from "./decide.js";
import { answerAgain, answers, keepView } from "./keep.js";
import { renew } from "./media.js";

/** Scripts of the theme that need not run again, or are told what came: any other may have looked at what is replaced. */
const KNOWN = ["order.js", "question.js"];

/** Milliseconds that a style sheet may take. */
const PATIENCE = 3000;

const OWN = "/.studyhall/";

/**
 * @param {Document} page
 * @returns {HTMLScriptElement[]} what runs, but for the preview's own
 */
const scripts = (page) =>
  Array.from(page.querySelectorAll("script")).filter(
    (it) => !/json/.test(it.type) && !it.getAttribute("src")?.startsWith(OWN),
  );

/** @param {Document} page */
const scriptNames = (page) =>
  scripts(page)
    .map((it) => fileName(it.src || it.outerHTML))
    .sort();

/** @param {Document} page */
const fixed = (page) =>
  Array.from(page.querySelectorAll("meta[http-equiv], meta[name=viewport], meta[charset], base"), (it) => it.outerHTML)
    .sort()
    .join();

/**
 * @param {Document} page
 * @returns {HTMLLinkElement[]}
 */
const sheets = (page) => Array.from(page.querySelectorAll("link[rel~=stylesheet]"));

/**
 * Exchanges the style sheets: the old ones go when the new ones have come, so that no frame is without.
 * @param {Document} next
 */
async function exchangeStyles(next) {
  const before = sheets(document);
  const hrefs = new Set(sheets(next).map((it) => it.getAttribute("href")));
  const has = new Set(before.map((it) => it.getAttribute("href")));
  const coming = sheets(next)
    .filter((it) => !has.has(it.getAttribute("href")))
    .map((it) => /** @type {HTMLLinkElement} */ (document.importNode(it)));
  const loads = coming.map(
    (link) =>
      new Promise((done) => {
        link.onload = link.onerror = done;
      }),
  );
  const last = before.at(-1);
  if (last) last.after(...coming);
  else document.head.append(...coming);
  await Promise.race([Promise.all(loads), new Promise((done) => setTimeout(done, PATIENCE))]);
  for (const link of before) if (!hrefs.has(link.getAttribute("href"))) link.remove();
}

/** @param {Document} next */
function exchangeHead(next) {
  document.title = next.title;
  const other = "meta:not([http-equiv], [name=viewport], [charset]), link:not([rel~=stylesheet]), script[type*=json]";
  const fresh = Array.from(next.head.querySelectorAll(other));
  for (const old of document.head.querySelectorAll(other)) {
    const same = fresh.findIndex((it) => it.isEqualNode(old));
    if (same < 0) old.remove();
    else fresh.splice(same, 1);
  }
  document.head.append(...fresh.map((it) => document.adoptNode(it)));
  copyAttributes(document.documentElement, next.documentElement);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function copyAttributes(old, fresh) {
  // Whether details are open is up to the reader; `style` is set by scripts alone.
  const own = (/** @type {Attr} */ { name }) => name === "style" || (name === "open" && old.localName === "details");
  for (const it of Array.from(old.attributes))
    if (!own(it) && !fresh.hasAttribute(it.name)) old.removeAttribute(it.name);
  for (const it of Array.from(fresh.attributes)) {
    if (!own(it) && old.getAttribute(it.name) !== it.value) old.setAttribute(it.name, it.value);
  }
}

/**
 * Makes an old part like a fresh one and keeps whatever is the same.
 * @param {Node} old
 * @param {Node} fresh
 * @param {(fresh: Node) => Node} bring prepares what comes into the page
 */
function exchange(old, fresh, bring) {
  if (old.isEqualNode(fresh)) return;
  const alike = old instanceof Element && fresh.nodeName === old.nodeName && !old.matches("article.question");
  if (!alike) {
    /** @type {ChildNode} */ (old).replaceWith(bring(fresh));
    return;
  }
  copyAttributes(old, /** @type {Element} */ (fresh));
  const before = Array.from(old.childNodes);
  const after = Array.from(fresh.childNodes);
  while (before.length && after.length && before[0].isEqualNode(after[0])) {
    before.shift();
    after.shift();
  }
  /** @type {ChildNode | null} */
  let end = null;
  while (before.length && after.length && before[before.length - 1].isEqualNode(after[after.length - 1])) {
    end = before.pop() ?? null;
    after.pop();
  }
  if (before.length === after.length) {
    before.forEach((it, index) => exchange(it, after[index], bring));
    return;
  }
  for (const it of before) it.remove();
  for (const it of after) old.insertBefore(bring(it), end);
}

/**
 * Shows the present version of a page.
 * @param {string} url
 * @param {"swap" | "styles"} what
 * @returns {Promise<import("./decide.js").Shown | null>} what is shown now; null if only a reload would be right
 */
export async function show(url, what) {
  const response = await fetch(url, { cache: "no-cache" });
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  const own = next.querySelector(`script[src^="${OWN}"]`);
  if (!own) return null;
  const names = scriptNames(next);
  if (names.join() !== scriptNames(document).join() || fixed(next) !== fixed(document)) return null;
  if (what === "swap" && !names.every((it) => KNOWN.includes(it))) return null;
  // The module that runs already: the address it was loaded from, whatever the new page calls it.
  const from = scripts(document).find((it) => fileName(it.src) === "question.js");
  /** @type {typeof import("../question.js") | null} */
  const question = from ? await import(from.src) : null;
  await exchangeStyles(next);
  if (what === "swap") {
    const before = answers();
    const back = keepView();
    exchangeHead(next);
    renew(next);
    exchange(document.body, next.body, (fresh) => {
      const node = document.adoptNode(fresh);
      if (question && node instanceof HTMLElement) {
        const found = Array.from(node.querySelectorAll("article.question"));
        for (const it of node.matches("article.question") ? [node] : found) {
          const article = /** @type {HTMLElement} */ (it);
          answerAgain(article, before.get(article.dataset.question ?? ""), question.mount);
        }
      }
      return node;
    });
    back();
  }
  return shownBy(new URL(own.getAttribute("src") ?? "", location.href).href);
}
