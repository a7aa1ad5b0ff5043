/**
 * The form in which a learner says what to practise.
 * @module
 */

import { make } from "../element.js";
import { orders, sources } from "../study/choose.js";

/** @typedef {import("../study/choose.js").Selection} Selection */
/** @typedef {import("../study/bank.js").Bank} Bank */

const numbers = [5, 10, 20, 50, 0];

/**
 * @typedef {object} Setup
 * @property {HTMLDetailsElement} element
 * @property {() => void} open
 * @property {(selection: Selection) => void} write shows a selection
 */

/**
 * @param {Bank} bank
 * @param {import("../words.js").Say} say
 * @param {(selection: Selection) => number} fits how many questions a selection has to choose from
 * @param {(selection: Selection) => void} start
 * @returns {Setup}
 */
export function makeSetup(bank, say, fits, start) {
  /** @type {Selection} */
  let selection;
  const summary = make("span", { class: "chosen" });
  const fitting = make("p", { class: "fitting", role: "status" });
  const fields = make("div", { class: "fields" });
  const form = make("form", { submit: onSubmit, change: onChange, autocomplete: "off" }, fields);
  const element = make(
    "details",
    { class: "setup" },
    make("summary", {}, summary, " ", make("span", { class: "change" }, say("change"))),
    form,
  );

  /**
   * @param {string} name
   * @param {[value: string, label: string][]} options
   * @param {string} value
   */
  function choice(name, options, value) {
    const select = make(
      "select",
      { name },
      options.map(([own, label]) => make("option", { value: own, selected: own === value }, label)),
    );
    return make("label", {}, make("span", { class: "label" }, say(name)), select);
  }

  /**
   * A list of which one is chosen, none for all, or several, which only a link can ask for.
   * @param {string} name
   * @param {[value: string, label: string][]} options
   * @param {string[]} values
   */
  function narrowing(name, options, values) {
    if (!options.length) return null;
    /** @type {[string, string][]} */
    const all = [["", say(`${name}_all`)], ...options];
    if (values.length > 1) all.push(["*", say("several", { n: values.length })]);
    return choice(name, all, values.length > 1 ? "*" : (values[0] ?? ""));
  }

  function fill() {
    const topic = bank.topics.find(({ id }) => id === selection.topics[0]);
    const reserve = make("input", { type: "checkbox", name: "reserve", checked: selection.reserve });
    const more = [
      topic &&
        selection.topics.length === 1 &&
        narrowing(
          "objective",
          topic.objectives.map(({ id, title }) => [`${topic.id}.${id}`, title]),
          selection.objectives,
        ),
      narrowing(
        "difficulty",
        ["easy", "medium", "hard"]
          .filter((one) => bank.entries.some(({ difficulty }) => difficulty === one))
          .map((one) => [one, say(one)]),
        selection.difficulties,
      ),
      narrowing(
        "type",
        bank.types
          .filter((one) => bank.entries.some(({ type }) => type === one))
          .map((one) => [one, say(one.replaceAll("-", "_"))]),
        selection.types,
      ),
      narrowing(
        "tag",
        bank.tags.map((tag) => [tag, tag]),
        selection.tags,
      ),
    ];
    const open = fields.querySelector("details")?.open ?? false;
    const counts = numbers.includes(selection.count) ? numbers : [selection.count, ...numbers];
    fields.replaceChildren(
      narrowing(
        "topic",
        bank.topics.map(({ id, title }) => [id, title]),
        selection.topics,
      ) ?? "",
      choice(
        "source",
        sources.map((one) => [one, say(`source_${one}`)]),
        selection.source,
      ),
      choice(
        "count",
        counts.map((n) => [String(n), n ? say("questions", { n }) : say("count_all")]),
        `${selection.count}`,
      ),
      choice(
        "order",
        orders.map((one) => [one, say(`order_${one}`)]),
        selection.order,
      ),
      make(
        "details",
        { class: "more", open },
        make("summary", {}, say("more_filters")),
        ...more,
        make("label", { class: "switch" }, reserve, make("span", {}, say("reserve"))),
        make("p", { class: "label" }, say("reserve_why")),
      ),
      make("div", { class: "actions" }, make("button", { class: "check" }, say("start")), fitting),
    );
    count();
  }

  function count() {
    const n = fits(selection);
    fitting.textContent = n ? say("fitting", { n }) : say("fitting_none");
  }

  function read() {
    const values = new FormData(form);
    const next = { ...selection, only: /** @type {string[]} */ ([]) };
    const text = (/** @type {string} */ name) => String(values.get(name) ?? "");
    /** @type {[string, "topics" | "objectives" | "difficulties" | "types" | "tags"][]} */
    const lists = [
      ["topic", "topics"],
      ["objective", "objectives"],
      ["difficulty", "difficulties"],
      ["type", "types"],
      ["tag", "tags"],
    ];
    for (const [name, list] of lists) if (text(name) !== "*") next[list] = text(name) ? [text(name)] : [];
    next.source = /** @type {any} */ (text("source"));
    next.order = /** @type {any} */ (text("order"));
    next.count = Number(text("count"));
    next.reserve = values.has("reserve");
    return next;
  }

  /** @param {Event} event */
  function onChange(event) {
    selection = read();
    const { name } = /** @type {HTMLSelectElement} */ (event.target);
    if (name !== "topic") return count();
    // Objectives are those of the topic; the list that has the focus stays as it is, else the focus would be lost.
    selection.objectives = [];
    fill();
    /** @type {HTMLElement | null} */ (form.querySelector("[name=topic]"))?.focus();
  }

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    start(read());
  }

  /** @param {Selection} next */
  function write(next) {
    selection = next;
    const topic = bank.topics.find(({ id }) => id === next.topics[0]);
    const parts = [
      next.only.length
        ? say("only", { n: next.only.length })
        : next.topics.length === 1
          ? topic?.title
          : next.topics.length
            ? say("several", { n: next.topics.length })
            : say("topic_all"),
      next.source !== "all" && say(`source_${next.source}`),
      ...next.difficulties.map((one) => say(one)),
      ...next.types.map((one) => say(one.replaceAll("-", "_"))),
      ...next.tags,
      say(`order_${next.order}`),
    ];
    summary.textContent = parts.filter(Boolean).join(" · ");
    fill();
  }

  return {
    element,
    write,
    open: () => {
      element.open = true;
      /** @type {HTMLElement | null} */ (form.querySelector("select"))?.focus();
    },
  };
}
