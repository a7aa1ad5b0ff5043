/**
 * What a tab of the preview has to do, without a page or a server.
 * @module
 */

/**
 * Digests of what a tab shows.
 * @typedef {object} Shown
 * @property {string} page
 * @property {string} scripts
 * @property {string} styles
 */

/**
 * Something that an author should mend.
 * @typedef {object} Problem
 * @property {string} level
 * @property {string | null} rule
 * @property {string | null} path
 * @property {number} line
 * @property {number} column
 * @property {string} message
 * @property {string} text
 * @property {string | null} editor address that opens the place
 */

/** @typedef {{ count: number, list: Problem[] }} Problems */

/**
 * What authors are told of the file of a page.
 * @typedef {object} About
 * @property {string} path
 * @property {string | null} editor
 * @property {string | null} question
 * @property {string | null} revision
 * @property {Problem[]} notes
 */

/**
 * What the server says after each look at the bank.
 * @typedef {object} News
 * @property {number} number
 * @property {boolean} site whether there is a site
 * @property {{ url: string | null, digest: string } | null} page null if it cannot be made: it is left as it stands
 * @property {string} scripts
 * @property {string} styles
 * @property {Problems} faults
 * @property {Problems} warnings
 * @property {About | null} about
 */

/**
 * @param {string} address of the preview's script, as the page asks for it
 * @returns {Shown}
 */
export function shownBy(address) {
  const [page = "", scripts = "", styles = ""] = (new URL(address).searchParams.get("shown") ?? "").split(".");
  return { page, scripts, styles };
}

/**
 * @param {Shown} shown
 * @param {string} path of the tab
 * @param {News} news
 * @returns {"keep" | "styles" | "swap" | "reload"} what brings the tab up to date
 */
export function decide(shown, path, { page, scripts, styles }) {
  if (!page) return "keep";
  // What has run cannot be taken back.
  if (scripts !== shown.scripts) return "reload";
  if (page.digest !== shown.page || (page.url ?? path) !== path) return "swap";
  return styles === shown.styles ? "keep" : "styles";
}

/**
 * @param {number} attempt from 0
 * @returns {number} milliseconds to wait before it: from a quarter of a second to five
 */
export const delay = (attempt) => Math.min(250 * 2 ** attempt, 5000);

/**
 * @param {Problem} problem
 * @returns {string} the place, as editors and terminals read it
 */
export function placeOf({ path, line }) {
  if (!path) return "";
  return line ? `${path}:${line}` : path;
}

/**
 * @param {Problem} problem
 * @returns {string} its report without what stands above it anyway: the message and the place
 */
export function excerptOf({ message, text }) {
  const lines = text.trimEnd().split("\n");
  if (lines[0]?.endsWith(message)) lines.shift();
  if (/^ *--> /.test(lines[0] ?? "")) lines.shift();
  if (/^ *\|$/.test(lines[0] ?? "")) lines.shift();
  return lines.join("\n");
}

/**
 * @param {number} count
 * @param {string} noun
 * @returns {string}
 */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * @param {string | null} href
 * @returns {boolean} whether a link may lead there: the server sends only what opens an editor, but who knows its pattern
 */
export const isSafe = (href) =>
  href !== null && /^[a-z][a-z0-9+.-]*:/i.test(href) && !/^(javascript|data|vbscript|blob|file|about):/i.test(href);

/**
 * @param {string} address of a static file
 * @returns {string} its name, whatever the digest in its folder
 */
export const fileName = (address) =>
  new URL(address, "http://localhost").pathname.replace(/^.*\/assets\/[0-9a-f]+\//, "");
