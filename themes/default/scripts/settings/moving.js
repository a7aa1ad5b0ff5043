/**
 * Export and import, and the way to another device.
 * @module
 */

import { make } from "../element.js";
import { encode, outline } from "../pictures/qr.js";
import { FILE_LIMIT, ImportFault, preview, readFile, writeFile } from "../store/file.js";
import { isHandover, linkFor, readHandover } from "../store/handover.js";
import { ask, button, row, section, statusLine } from "./parts.js";
import { fileName, saveAs } from "./save.js";

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context */
export async function exportAll({ store, preferences, site }) {
  const now = Date.now();
  const bytes = await writeFile({ siteId: site.siteId, events: store.all(), now });
  const packed = bytes[0] === 0x1f;
  const name = `${fileName(site.siteId, "history", new Date(now))}.studyhall.json${packed ? ".gz" : ""}`;
  saveAs(bytes, name, packed ? "application/gzip" : "application/json");
  preferences.set("exported", now);
}

/** @param {Context} context */
export function moving(context) {
  const { store, say, site, lang } = context;
  const outcome = statusLine();
  const tell = (/** @type {string} */ text) => {
    outcome.textContent = text;
  };
  const input = make("input", { type: "file", id: "import", accept: ".gz,.json,application/gzip", change: pick });

  async function pick() {
    const file = input.files?.[0];
    // The same file can be picked again.
    if (!file) return;
    await receive(async () => {
      if (file.size > FILE_LIMIT) throw new ImportFault("big");
      return readFile(new Uint8Array(await file.arrayBuffer()), site);
    });
    input.value = "";
  }

  /** @param {() => Promise<unknown[]>} read */
  async function receive(read) {
    tell("");
    try {
      const rows = await read();
      offer(rows);
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      ask(say("import_refused"), [say(`fault_${error.fault}`)], [{ text: say("close"), kind: "close" }]);
    }
  }

  /** @param {unknown[]} rows */
  async function offer(rows) {
    const found = preview(rows, store.has, await store.fact("erased"));
    const day = new Intl.DateTimeFormat(lang, { dateStyle: "long" });
    const { fresh, known, unreadable, answers, returning } = found;
    const count = (/** @type {string} */ key, /** @type {number} */ n) => n > 0 && make("li", {}, say(key, { n }));
    const lines = make(
      "ul",
      { class: "preview" },
      make("li", {}, say("import_new", { n: fresh.length })),
      count("import_answers", answers),
      fresh.length > 0 &&
        make("li", {}, say("import_from_to", { from: day.format(found.first), to: day.format(found.last) })),
      count("import_known", known),
      count("import_unreadable", unreadable),
    );
    const back = returning > 0 && make("p", { class: "notice" }, say("import_returning", { n: returning }));
    const backup = store.all().length > 0 && say("import_backup");
    if (!fresh.length) {
      ask(say("import_nothing"), [lines], [{ text: say("close"), kind: "close" }]);
      return;
    }
    ask(
      say("import_preview"),
      [lines, back, backup].filter((it) => it !== false),
      [
        {
          text: say("import_do"),
          kind: "check",
          act: async () => {
            if (store.all().length > 0) await exportAll(context);
            const { added } = await store.append(fresh);
            tell(say(returning > 0 ? "imported_back" : "imported", { n: added.length }));
          },
        },
        { text: say("cancel") },
      ],
    );
  }

  const arrival = async () => {
    const fragment = location.hash;
    if (!isHandover(fragment)) return;
    // Gone from the address and the history at once: who reloads or shares the page would hand it over again.
    history.replaceState(null, "", location.pathname + location.search);
    await receive(() => readHandover(fragment, site));
  };
  addEventListener("hashchange", arrival);
  // After this page has been put together.
  queueMicrotask(arrival);

  const place = make("div", { class: "handover", tabindex: -1 });

  async function send() {
    const arrived = store.arrived();
    const mark = await store.fact("handed-over");
    const events = arrived.slice(typeof mark === "number" && mark <= arrived.length ? mark : 0);
    if (!events.length) {
      place.replaceChildren(make("p", {}, say("handover_nothing")));
      return;
    }
    const address = location.origin + location.pathname;
    const link = await linkFor({ address, siteId: site.siteId, events });
    const done = async () => {
      await store.setFact("handed-over", arrived.length);
      place.replaceChildren(make("p", { role: "status" }, say("handover_done")));
    };
    const arrivedButton = button(say("handover_arrived"), done);
    if (!link) {
      place.replaceChildren(
        make("p", {}, say("handover_long")),
        row(
          button(say("export"), () => exportAll(context), "check"),
          arrivedButton,
        ),
      );
      return;
    }
    const field = make("input", { type: "text", readonly: true, value: link, "aria-label": say("handover_link") });
    const copied = statusLine();
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(link);
        copied.textContent = say("handover_copied");
      } catch {
        // Without leave to write there, the learner can copy what is selected.
        field.select();
        copied.textContent = say("handover_select");
      }
    };
    const share = () => navigator.share({ url: link }).catch(() => {});
    const code = encode(new TextEncoder().encode(link));
    place.replaceChildren(
      make("p", {}, say("handover_ready", { n: events.length })),
      ...(code ? [picture(code)] : []),
      field,
      row(
        typeof navigator.share === "function" && button(say("handover_share"), share, "check"),
        button(say("handover_copy"), copy),
        arrivedButton,
      ),
      copied,
    );
    place.focus();
  }

  /** @param {import("../pictures/qr.js").Code} code */
  function picture(code) {
    const { side, path } = outline(code);
    return make(
      "svg",
      { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": say("handover_qr") },
      make("rect", { width: side, height: side }),
      make("path", { d: path }),
    );
  }

  return section(
    say("moving"),
    make("p", {}, say("export_why")),
    row(
      button(
        say("export"),
        async () => {
          await exportAll(context);
          tell(say("exported"));
        },
        "check",
      ),
    ),
    make("p", {}, make("label", { class: "label", for: "import" }, say("import")), input),
    outcome,
    make("h3", {}, say("handover")),
    make("p", {}, say("handover_why")),
    row(button(say("handover_send"), send)),
    place,
  );
}
