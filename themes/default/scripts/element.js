/**
 * Makes elements. Texts are set as texts, so nothing in them becomes markup.
 * @module
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @template {string} Name
 * @param {Name} name
 * @param {Attributes} [attributes] a function is a listener (`click`); `true` sets an empty attribute; false, null and
 *   undefined leave it out
 * @param {...(Child | Child[])} children
 * @returns {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = /^(svg|rect)$/.test(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return /** @type {any} */ (element);
}

/**
 * A bar that shows a share; whoever cannot see it reads the number beside it.
 * @param {number} share 0 to 1
 * @param {number} [mark] 0 to 1, a line across
 */
export function bar(share, mark) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
  return make(
    "svg",
    { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("rect", { width: percent, height: 1 }),
    mark !== undefined && make("rect", { class: "mark", x: mark * 100 - 0.4, width: 0.8, height: 1 }),
  );
}

/**
 * @param {string} text
 * @param {() => void} click
 * @param {string} [kind] class
 */
export const button = (text, click, kind) => make("button", { type: "button", class: kind, click }, text);

/**
 * Something the learner should know, with what can be done about it.
 * @param {string} text
 * @param {...Child} buttons
 */
export const notice = (text, ...buttons) =>
  make("div", { class: "notice", role: "alert" }, make("p", {}, text), make("p", { class: "actions" }, ...buttons));
