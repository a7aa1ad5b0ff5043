/**
 * What the preview shows beside the page: faults, warnings, the file of the page, whether the server is there.
 * It stands in a shadow tree, so that its style and the theme's do not meet.
 * @module
 */

import { counted, excerptOf, isSafe, placeOf } from "./decide.js";

/** @typedef {import("./decide.js").Problem} Problem */
/** @typedef {"faults" | "warnings" | "about"} Name of a panel */

/** Milliseconds for which "copied" is shown. */
const COPIED = 2000;

/**
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children strings become text, never markup
 * @returns {HTMLElement}
 */
function element(name, attributes = {}, ...children) {
  const res = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) res.setAttribute(key, value);
  res.append(...children);
  return res;
}

/** @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Served under an address that is neither loopback nor encrypted.
  const area = /** @type {HTMLTextAreaElement} */ (element("textarea", {}, text));
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/**
 * Puts the dock beside the page.
 * @param {string} sheet address of its style sheet
 */
export function dock(sheet) {
  // A name of its own: no rule of a theme is meant for it.
  const host = element("studyhall-preview");
  // Keys pressed here are not meant for the question.
  host.onkeydown = (event) => event.stopPropagation();
  const root = host.attachShadow({ mode: "open" });
  const box = element("aside", { class: "dock", lang: "en", dir: "ltr", "aria-label": "Preview", hidden: "" });
  const link = element("link", { rel: "stylesheet", href: sheet });
  link.onload = () => {
    box.hidden = false;
  };
  const said = element("p", { class: "said", role: "status" });
  const bar = element("div", { class: "bar" });
  const lost = element("p", { class: "lost", role: "status" });
  bar.append(lost);
  box.append(said, bar);
  root.append(link, box);

  /** @type {Record<Name, { button: HTMLElement, panel: HTMLElement, list: HTMLElement, title: HTMLElement }>} */
  const parts = { faults: part("faults"), warnings: part("warnings"), about: part("about") };

  /** @param {Name} name */
  function part(name) {
    const title = element("h2", { id: `${name}-title` });
    const list = element("div", { class: "list" });
    const close = element("button", { class: "close", type: "button", "aria-label": "Close" }, "×");
    const head = element("div", { class: "head" }, title, close);
    const panel = element(
      "section",
      { class: `panel ${name}`, id: name, "aria-labelledby": `${name}-title`, tabindex: "-1", hidden: "" },
      head,
      list,
    );
    const attributes = { class: name, type: "button", "aria-controls": name, "aria-expanded": "false", hidden: "" };
    const button = element("button", attributes);
    button.onclick = () => open(panel.hidden ? name : null);
    close.onclick = () => {
      open(null);
      if (!button.hidden) button.focus();
    };
    panel.onkeydown = (event) => {
      if (event.key === "Escape") close.click();
    };
    // Before the bar: above it on screen, and before it for the keyboard.
    bar.before(panel);
    bar.append(button);
    return { button, panel, list, title };
  }

  /** @param {Name | null} name the panel to show; the others close */
  function open(name) {
    for (const [other, { button, panel }] of Object.entries(parts)) {
      panel.hidden = other !== name;
      button.setAttribute("aria-expanded", String(other === name));
    }
  }

  /** @param {string} text */
  function copyButton(text) {
    const button = element("button", { class: "place", type: "button", title: "Copy" }, text);
    button.onclick = async () => {
      await copy(text);
      button.dataset.copied = "";
      said.textContent = `Copied ${text}`;
      setTimeout(() => {
        delete button.dataset.copied;
        said.textContent = "";
      }, COPIED);
    };
    return button;
  }

  /**
   * @param {string | null} href
   * @returns {Node[]}
   */
  const editorLink = (href) => (href && isSafe(href) ? [element("a", { class: "edit", href }, "Open in editor")] : []);

  /** @param {Problem} problem */
  function item(problem) {
    const { message, rule, editor, level } = problem;
    const excerpt = excerptOf(problem);
    const place = placeOf(problem);
    const where = element("div", { class: "where" });
    if (place) where.append(copyButton(place), ...editorLink(editor));
    if (rule) where.append(element("span", { class: "rule" }, rule));
    const res = element("li", { class: `problem ${level}` }, element("h3", {}, message));
    if (where.childNodes.length) res.append(where);
    if (excerpt) res.append(element("pre", { tabindex: "0", role: "group", "aria-label": "Excerpt" }, excerpt));
    return res;
  }

  /**
   * @param {import("./decide.js").Problems} problems
   * @returns {HTMLElement[]}
   */
  function items({ count, list }) {
    const res = [element("ol", { role: "list" }, ...list.map(item))];
    if (count > list.length) res.push(element("p", {}, `and ${count - list.length} more, which the terminal shows`));
    return res;
  }

  /**
   * @param {Name} name
   * @param {string} label of the button; none hides it
   * @param {string} title
   * @param {HTMLElement[]} content
   */
  function fill(name, label, title, content) {
    const { button, panel, list, title: heading } = parts[name];
    button.textContent = label;
    button.hidden = !label;
    heading.textContent = title;
    list.replaceChildren(...content);
    if (!label && !panel.hidden) open(null);
  }

  let last = "";
  document.documentElement.append(host);

  return {
    /** @param {import("./decide.js").News} news */
    tell({ number, faults, warnings, about, site }) {
      host.dataset.look = String(number);
      const title = site ? "The page stays as it was until this is mended" : "Until this is mended there is no site";
      fill("faults", faults.count ? counted(faults.count, "fault") : "", title, items(faults));
      fill(
        "warnings",
        warnings.count ? counted(warnings.count, "warning") : "",
        counted(warnings.count, "warning"),
        items(warnings),
      );
      fill("about", about ? (about.path.split("/").at(-1) ?? "") : "", "For authors", about ? aboutPanel(about) : []);
      const now = JSON.stringify(faults.list);
      // A list that was closed comes back when it is another one. While there is no site the page itself is the list.
      if (faults.count && now !== last && !document.body.matches(".faults-page")) {
        open("faults");
        said.textContent = counted(faults.count, "fault");
      } else if (!faults.count && last !== "[]" && last) {
        said.textContent = "No faults";
      }
      last = now;
    },
    /** @param {boolean} is whether the server cannot be reached */
    lost(is) {
      lost.textContent = is ? "Preview disconnected" : "";
    },
  };

  /** @param {import("./decide.js").About} about */
  function aboutPanel({ path, editor, question, revision, notes }) {
    const list = element("dl");
    /**
     * @param {string} name
     * @param {...Node} values
     */
    const row = (name, ...values) =>
      list.append(element("div", {}, element("dt", {}, name), element("dd", {}, ...values)));
    row("File", copyButton(path), ...editorLink(editor));
    if (question) row("Question", copyButton(question));
    if (revision) row("Revision", copyButton(revision));
    const found = notes.length
      ? items({ count: notes.length, list: notes })
      : [element("p", {}, "The linter finds nothing here.")];
    return [list, ...found];
  }
}
