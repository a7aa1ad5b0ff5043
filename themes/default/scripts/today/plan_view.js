/**
 * The exam's date and the minutes a day, what fits until then, and the plan as a calendar file.
 * @module
 */

import { make } from "../element.js";
import { fullDay, number } from "../progress/words.js";

/** @typedef {import("../words.js").Say} Say */
/** @typedef {import("../agenda.js").TodayPlan} TodayPlan */

/** Minutes a day that one can choose. */
const minutes = [5, 10, 15, 20, 30, 45, 60, 90, 120];

/**
 * What fits until the exam, and what does not.
 * @param {TodayPlan} plan
 * @param {Say} say
 */
export function outcome(plan, say) {
  const { until } = plan;
  if (!until) return [make("p", { class: "label" }, say("no_date"))];
  if (until.left < 0) return [make("p", {}, say("date_over", { date: fullDay(until.day) }))];
  return [
    make(
      "p",
      {},
      make("strong", {}, say("days_left", { n: until.left })),
      " ",
      say("fits", { n: until.met, of: number(until.total) }),
    ),
    until.unmet > 0 && make("p", {}, say("fits_not", { n: until.unmet })),
    until.reviews > 0 && make("p", {}, say("reviews_not", { n: until.reviews })),
    until.objectives > 0
      ? make("p", { class: "warn" }, say("objectives_not", { n: until.objectives }))
      : make("p", { class: "label" }, say("objectives_all")),
  ];
}

/**
 * @param {TodayPlan} plan
 * @param {string} earliest date that can be chosen, `YYYY-MM-DD`
 * @param {{ date: string | null, minutes: number }} chosen
 * @param {Say} say
 * @param {{ save: (date: string | null, minutes: number) => void, calendar: () => string, name: string }} ways
 * @returns {HTMLElement}
 */
export function planView(plan, earliest, chosen, say, ways) {
  const date = make("input", { type: "date", name: "date", min: earliest, value: chosen.date ?? "" });
  const options = minutes.includes(chosen.minutes) ? minutes : [chosen.minutes, ...minutes].sort((a, b) => a - b);
  const select = make(
    "select",
    { name: "minutes" },
    options.map((n) => make("option", { value: n, selected: n === chosen.minutes }, say("minutes", { n }))),
  );
  const form = make(
    "form",
    {
      autocomplete: "off",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        // A field that holds half a date has no value: nothing is changed then.
        if (date.validity.badInput) return date.reportValidity();
        ways.save(date.value || null, Number(select.value));
      },
    },
    make("label", {}, make("span", { class: "label" }, say("exam_date")), date),
    make("label", {}, make("span", { class: "label" }, say("minutes_a_day")), select),
    make("button", { name: "save" }, say("save")),
  );
  return make(
    "section",
    { class: "plan" },
    make("h2", {}, say("plan")),
    ...outcome(plan, say),
    form,
    plan.days.length > 0 &&
      make("p", { class: "actions" }, make("button", { type: "button", click: download }, say("ics"))),
  );

  function download() {
    const url = URL.createObjectURL(new Blob([ways.calendar()], { type: "text/calendar" }));
    const link = make("a", { href: url, download: `${ways.name}.ics` });
    link.click();
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
