/**
 * What a key does. Pure: an event and what is known of the page, to an action.
 * @module
 */

/**
 * @typedef {object} Press what is used of a KeyboardEvent
 * @property {string} key
 * @property {string} [code]
 * @property {boolean} [shiftKey]
 * @property {boolean} [ctrlKey]
 * @property {boolean} [altKey]
 * @property {boolean} [metaKey]
 * @property {boolean} [repeat]
 * @property {boolean} [isComposing]
 */

/**
 * @typedef {object} Context
 * @property {"text" | "control" | "other"} focus where the focus is: a field that takes text (or a list of options);
 *   a link, button or summary; anything else, choices included
 * @property {boolean} dialog whether a dialog is open
 * @property {boolean} shortcuts whether single-key shortcuts are on
 * @property {"open" | "checked" | "revealed"} state of the question
 * @property {boolean} announced whether the verdict was announced
 */

/**
 * @typedef {{ type: "choose" | "cross", index: number }
 *   | { type: "check" | "advance" | "next" | "previous" | "flag" | "reveal" | "help" | "hold" }} Action
 * `hold` does nothing, and keeps the browser from doing something.
 */

/** @type {Readonly<Record<string, Action>>} */
const single = {
  n: { type: "next" },
  p: { type: "previous" },
  m: { type: "flag" },
  r: { type: "reveal" },
  "?": { type: "help" },
};

/**
 * The Latin letter or digit of a key. Where the keyboard writes another script, the key's place counts.
 * @param {Press} press
 * @returns {string}
 */
function symbol({ key, code = "" }) {
  // Beyond Latin with its accents: such a key can be none of ours by its own letter.
  if (key.length === 1 && key > "\u024f") return code.replace(/^(Key|Digit)/, "").toLowerCase();
  return key.toLowerCase();
}

/**
 * @param {Press} press
 * @param {Context} context
 * @returns {Action | null} null leaves the key to the browser
 */
export function actionOf(press, context) {
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  // Escape included: a dialog closes itself and gives the focus back.
  if (context.dialog || context.focus === "text") return null;

  if (press.key === "Enter") {
    if (context.focus === "control" || press.shiftKey) return null;
    // A key held down must not check and rush on.
    if (press.repeat) return { type: "hold" };
    if (context.state === "open") return { type: "check" };
    return { type: context.announced ? "advance" : "hold" };
  }

  if (!context.shortcuts || press.repeat) return null;
  const name = symbol(press);
  if (/^[1-9]$/.test(name)) return { type: "choose", index: Number(name) - 1 };
  if (/^[a-h]$/.test(name)) {
    return { type: press.shiftKey ? "cross" : "choose", index: name.charCodeAt(0) - 97 };
  }
  // Shift is part of typing "?" on most keyboards.
  if (press.shiftKey && name !== "?") return null;
  return single[name] ?? null;
}
