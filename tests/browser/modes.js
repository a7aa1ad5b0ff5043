// What tests of the study modes share: a watched page, the learner's log, axe, narrow screens.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SITE_ID = "study-hall-samples";

export const LOOKS = [
  { name: "light", viewport: { width: 1280, height: 900 } },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 320, height: 700 } },
  { name: "forced colours", viewport: { width: 1280, height: 900 }, forcedColors: "active" },
];

/**
 * Opens a page that remembers what went wrong in it: errors, and refusals by the policy.
 * `page.trouble` may be emptied by a test that expects some.
 */
export async function watched(context) {
  const page = await context.newPage();
  page.trouble = [];
  page.on("pageerror", (it) => page.trouble.push(it.message));
  page.on("console", (it) => it.type() === "error" && page.trouble.push(it.text()));
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener("securitypolicyviolation", (it) => window.refused.push(it.violatedDirective));
  });
  return page;
}

/** Fails if anything went wrong in a page. */
export async function untroubled(page) {
  assert.deepEqual(page.trouble, []);
  assert.deepEqual(await page.evaluate(() => window.refused), []);
}

/** Returns the events of the learner's log, oldest first. */
export function log(page) {
  return page.evaluate(
    (name) =>
      new Promise((done, fail) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const base = opening.result;
          const reading = base.transaction("events").objectStore("events").getAll();
          reading.onsuccess = () => {
            base.close();
            const rows = reading.result.flatMap((row) => (row.pack ? JSON.parse(row.pack) : [row]));
            done(rows.sort((a, b) => a.time - b.time));
          };
        };
      }),
    `studyhall:${SITE_ID}`,
  );
}

/** Returns what axe finds in a page whose context passes over the policy. */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    return (await window.axe.run({ runOnly: tags })).violations;
  });
  return found.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** Fails if a page is wider than the screen, or has targets below 24 px. */
export async function fits(page, state) {
  const { width, screen } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    screen: innerWidth,
  }));
  assert.ok(width <= screen, `${state}: ${width} px wide`);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, summary, select, .button, .choice label, .filters label, .times label")]
      .filter((it) => it.checkVisibility({ visibilityProperty: true }))
      .map((it) => ({ it: it.outerHTML.slice(0, 90), box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 24 || box.width < 24))
      .map(({ it }) => it),
  );
  assert.deepEqual(small, [], state);
}

/** The question on screen: its id, and its choices in order. */
export const shown = (page) =>
  page.evaluate(() => {
    const article = document.querySelector(".stage article.question");
    return {
      id: article.dataset.question,
      order: [...article.querySelectorAll(".choice")].map((it) => it.dataset.choice),
      state: article.dataset.state,
    };
  });

/** Chooses choices by their ids, whatever was chosen. */
export async function select(page, ids) {
  for (const input of await page.locator(".stage .choice input").all()) {
    if ((await input.getAttribute("type")) === "checkbox")
      await input.setChecked(ids.includes(await input.inputValue()));
    else if (ids.includes(await input.inputValue())) await input.check();
  }
}

/** Waits until another question than `before` is on screen. */
export const turned = (page, before) =>
  page.waitForFunction((id) => {
    const article = document.querySelector(".stage article.question");
    return article && article.dataset.question !== id;
  }, before);

/** What has the focus. */
export const focused = (page) =>
  page.evaluate(() => `${document.activeElement.tagName} ${document.activeElement.textContent.trim().slice(0, 60)}`);
