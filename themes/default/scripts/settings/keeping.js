/**
 * Whether what the learner did is kept, and how safely.
 * @module
 */

import { make } from "../element.js";
import { evictsSoon, remind } from "../store/reminder.js";
import { button, row, section } from "./parts.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {() => void} exportAll
 * @returns {HTMLElement}
 */
export function keeping({ store, preferences, say }, exportAll) {
  const text = make("div", { role: "status" });
  const persist = async () => {
    await navigator.storage.persist();
    await show();
  };

  async function show() {
    const { mode, full, unreadable, persisted } = await store.status();
    const log = store.all();
    const answers = new Set(
      log.flatMap((event) => {
        if (event.kind === "attempt") return event.uuid;
        // A question of a mock exam may have been visited often.
        return event.kind === "exam-answered" ? `${event.sitting}/${event.question}` : [];
      }),
    ).size;
    const due = remind({
      persisted,
      evictsSoon: evictsSoon(/** @type {any} */ (navigator)),
      exported: preferences.get("exported"),
      events: log,
      now: Date.now(),
    });
    const mayPersist = mode === "stored" && persisted === false && log.length > 0;
    /** @type {(key: string, values?: Record<string, number>) => HTMLElement} */
    const line = (key, values) => make("p", {}, say(key, values));
    /** @type {(key: string, values?: Record<string, number>) => HTMLElement} */
    const notice = (key, values) => make("p", { class: "notice" }, say(key, values));
    text.replaceChildren(
      ...[
        mode !== "memory" && line("answers", { n: answers }),
        mode === "memory" && notice("store_memory"),
        mode === "read-only" && notice("store_read_only"),
        full && notice("store_full"),
        mode === "stored" && line(persisted ? "kept_for_good" : "kept_for_now"),
        unreadable > 0 && notice("unreadable_rows", { n: unreadable }),
        due && make("div", { class: "notice" }, line("export_reminder"), row(button(say("export"), exportAll))),
        mayPersist && row(button(say("ask_to_keep"), persist)),
      ].filter((it) => it !== false),
    );
  }
  show();
  store.subscribe(show);
  preferences.subscribe(show);
  return section(say("keeping"), text);
}
