/**
 * The clock of an exam. It counts from the deadline, so that no sleep of the machine makes it wrong.
 * @module
 */

import { make } from "../element.js";
import { clock, warningBetween } from "../study/mock.js";

/**
 * @param {import("../words.js").Say} say
 * @param {number | null} deadline null if untimed
 * @param {() => void} over called once
 */
export function makeClock(say, deadline, over) {
  const time = make("span", { class: "time", role: "timer", "aria-label": say("time_left") });
  const hidden = () => toggle.getAttribute("aria-pressed") === "true";
  const toggle = make(
    "button",
    { type: "button", class: "hide-clock", "aria-pressed": "false", click: () => hide(!hidden()) },
    say("hide_clock"),
  );
  const status = make("p", { class: "warning", role: "status" });
  const element = make("div", { class: "clock" });
  if (deadline === null) {
    element.append(make("span", { class: "time" }, say("untimed")));
    return { element, status, stop: () => {} };
  }
  element.append(time, toggle);
  const left = () => deadline - Date.now();
  let before = left();
  let stopped = false;

  /** @param {boolean} on */
  function hide(on) {
    toggle.setAttribute("aria-pressed", String(on));
    show();
  }

  function show() {
    const text = hidden() ? "–:––" : clock(Math.max(0, left()));
    if (time.textContent !== text) time.textContent = text;
    element.classList.toggle("late", before <= 5 * 60_000);
  }

  function look() {
    if (stopped) return;
    const now = left();
    const warning = warningBetween(before, now);
    before = now;
    if (warning !== null) {
      status.textContent = say("minutes_left", { n: warning });
      // A hidden clock comes back for the last five minutes; it may be hidden again.
      if (warning === 5) hide(false);
    }
    show();
    if (now <= 0) {
      stop();
      over();
    }
  }

  function stop() {
    stopped = true;
    clearInterval(ticking);
    document.removeEventListener("visibilitychange", look);
  }

  const ticking = setInterval(look, 250);
  // A hidden tab is woken rarely.
  document.addEventListener("visibilitychange", look);
  show();
  return { element, status, stop };
}
