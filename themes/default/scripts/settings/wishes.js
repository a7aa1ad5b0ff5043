/**
 * What the learner may choose: keys, asking how sure they are, when a day begins, and when their exams are.
 * @module
 */

import { make } from "../element.js";
import { derive } from "../study/state.js";
import { join } from "../study/lookup.js";
import { section, statusLine, toggle } from "./parts.js";

/** @param {import("./parts.js").Context} context */
export function wishes({ preferences, say, lang }) {
  const keys = toggle(say("single_keys"), preferences.get("shortcuts"), (on) => preferences.set("shortcuts", on));
  const sure = toggle(say("ask_confidence"), preferences.get("confidence"), (on) => preferences.set("confidence", on));
  const hour = make("select", { id: "rollover", change: () => preferences.set("rollover", Number(hour.value)) });
  const clock = new Intl.DateTimeFormat(lang, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  for (let at = 0; at < 24; at++) hour.append(make("option", { value: at }, clock.format(at * 3_600_000)));
  const show = () => {
    keys.box.checked = preferences.get("shortcuts");
    sure.box.checked = preferences.get("confidence");
    hour.value = String(preferences.get("rollover"));
  };
  show();
  preferences.subscribe(show);
  return section(
    say("wishes"),
    keys.element,
    sure.element,
    make("p", {}, make("label", { class: "label", for: "rollover" }, say("rollover")), hour),
  );
}

/** @param {import("./parts.js").Context} context */
export function examDates({ store, exams, say }) {
  const outcome = statusLine();
  /** @type {(() => void)[]} */
  const refreshers = [];
  const rows = exams.map(({ id, title }) => {
    const date = make("input", { type: "date", id: `date-${id}`, change: save });
    const minutes = make("input", { type: "number", id: `minutes-${id}`, min: 0, max: 1440, step: 5, change: save });
    function show() {
      // What is being written is not taken away.
      if (document.activeElement === date || document.activeElement === minutes) return;
      const found = derive(
        store.all().filter((event) => event.kind === "exam-date" || event.kind === "undo"),
        join([]),
        null,
      ).dates.get(id);
      date.value = found?.date ?? "";
      minutes.value = String(found?.minutes ?? 30);
    }
    async function save() {
      if (!date.validity.valid || !minutes.validity.valid || minutes.value === "") {
        outcome.textContent = say("date_invalid");
        return;
      }
      try {
        await store.record({
          kind: "exam-date",
          exam: id,
          date: date.value || null,
          minutes: Number(minutes.value),
        });
        outcome.textContent = say("saved");
      } catch {
        outcome.textContent = say("date_invalid");
      }
    }
    show();
    refreshers.push(show);
    return make(
      "fieldset",
      { class: "exam-date" },
      make("legend", {}, title),
      make("p", {}, make("label", { class: "label", for: `date-${id}` }, say("exam_date")), date),
      make("p", {}, make("label", { class: "label", for: `minutes-${id}` }, say("minutes_a_day")), minutes),
    );
  });
  store.subscribe(() => refreshers.forEach((show) => show()));
  return section(say("exam_dates"), make("p", {}, say("exam_dates_why")), ...rows, outcome);
}
