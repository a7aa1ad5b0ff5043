// A learner in a browser: answers, looks into the database, exports.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { unpack } from "../../themes/default/scripts/store/packing.js";
import { ROOT, browser, build, serve } from "./site.js";

export const QUESTION = {
  slug: "q",
  stem: "Which of these is a fruit?",
  choices: ["Apple", "Chair", "Stone", "River"],
  key: [0],
};
export const OTHER = {
  slug: "r",
  stem: "Which of these is a colour?",
  choices: ["Green", "Loud", "Heavy", "Sour"],
  key: [0],
};

/** Writes a bank with questions of which each can be edited, and builds it. */
export function bankOf(questions, settings = "") {
  const bank = mkdtempSync(join(tmpdir(), "studyhall-bank-"));
  mkdirSync(join(bank, "content/demo/first"), { recursive: true });
  writeFileSync(
    join(bank, "site.toml"),
    `title = "Edits"\nbase_url = "https://example.org/edits/"\nlanguage = "en"\n${settings || 'site_id = "edits"'}\n`,
  );
  writeFileSync(
    join(bank, "content/demo/_index.md"),
    "---\ntitle: Demo\ntopics:\n  - { id: first, title: First, weight: 100 }\n---\n",
  );
  for (const { slug, stem, choices, key, front = "" } of questions) {
    const list = choices.map((text, at) => `- [${key.includes(at) ? "x" : " "}] ${text}`).join("\n");
    writeFileSync(
      join(bank, `content/demo/first/${slug}.md`),
      `---\ntype: single\n${front}---\n\n${stem}\n\n${list}\n`,
    );
  }
  // The theme as it stands here, whatever the program has inside.
  cpSync(join(ROOT, "themes/default"), join(bank, "themes/default"), { recursive: true });
  const site = build(bank);
  rmSync(bank, { recursive: true });
  return site;
}

/** Of the test that runs. */
export let chromium, site, served, context, page;
let problems;

/** Gives each test of a suite a browser of its own, in which nothing was done yet. */
export function setUp() {
  before(async () => {
    chromium = await browser();
    site = bankOf([QUESTION, OTHER]);
    served = await serve(site, "/edits/");
  });
  after(async () => {
    await chromium.close();
    await served.close();
    site.remove();
  });
  beforeEach(async () => {
    problems = [];
    context = await chromium.newContext({ acceptDownloads: true });
    page = await newPage();
  });
  afterEach(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
}

export async function newPage(of = context) {
  const tab = await of.newPage();
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return tab;
}
export const question = (slug, tab = page) => open(tab, `demo/first/${slug}/`, "article[data-state=open]");
export const settings = (tab = page) => open(tab, "settings/", ".study section");
export async function open(tab, path, ready) {
  await tab.goto(served.url + path);
  await tab.waitForSelector(ready);
}
/** All rows of the database. */
export const rows = async (tab = page, name = "studyhall:edits") => {
  const found = await tab.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onupgradeneeded = () => request.transaction.abort();
        request.onerror = () => resolve([]);
        request.onsuccess = () => {
          const all = request.result.transaction("events").objectStore("events").getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result);
          };
        };
      }),
    name,
  );
  return found.flatMap((it) => (it?.pack ? unpack(it.pack) : [it]));
};
/** Waits until so many rows are in the database. */
export const until = async (count, tab = page) => {
  for (let at = 0; at < 100; at++) {
    const found = await rows(tab);
    if (found.length >= count) return found;
    await tab.waitForTimeout(50);
  }
  throw new Error(`only ${(await rows(tab)).length} of ${count} rows`);
};
export async function answer(text, tab = page) {
  await tab.locator(".choice label", { hasText: text }).click();
  await tab.locator("button.check").click();
  await tab.waitForSelector("article[data-state=checked]");
}
export const section = (heading, tab = page) =>
  tab.locator("section", { has: tab.locator(`h2:text-is("${heading}")`) });
export const history = (tab = page) => section("Your history", tab).innerText();
export async function download(act, tab = page) {
  const [file] = await Promise.all([tab.waitForEvent("download"), act()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
export const exportAll = (tab = page) =>
  download(() => section("Take it with you", tab).getByRole("button", { name: "Export my history" }).click(), tab);
export const importFile = (bytes, name = "history.json.gz", tab = page) =>
  tab.locator("#import").setInputFiles({ name, mimeType: "application/gzip", buffer: Buffer.from(bytes) });
export const dialog = (tab = page) => tab.locator("dialog[open]");

export async function erase(tab = page) {
  await section("Erase everything", tab).getByRole("button").click();
  await dialog(tab).getByRole("button", { name: "Erase", exact: true }).click();
  await tab.getByText("Everything is erased.").waitFor();
}
