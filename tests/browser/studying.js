// What the tests of Progress and Today share: a built site, learners with a history, axe, the policy.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { history } from "../scripts/study_history.js";
import { examOf, plant } from "./planted.js";
import { ROOT, browser, build, serve } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const SITE = "study-hall-samples";
export const LOOKS = {
  light: { viewport: { width: 1280, height: 900 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  narrow: { viewport: { width: 320, height: 700 } },
  "forced colours": { viewport: { width: 1280, height: 900 }, forcedColors: "active" },
};

export let chromium, sample, mixed, served, odd;

export async function setUp() {
  chromium = await browser();
  sample = build(ROOT);
  mixed = build(join(ROOT, "tests/site/mixed"));
  served = await serve(sample, "/study-hall/");
  odd = await serve(mixed, "/some/where/");
}

export async function tearDown() {
  await chromium.close();
  await Promise.all([served.close(), odd.close()]);
  sample.remove();
  mixed.remove();
}

/** Six weeks of the sample exam, with three mock exams, up to now. */
export const manyEvents = (fields = {}) =>
  history(examOf(sample, "mle"), { now: Date.now(), days: 42, perDay: 12, mocks: 3, seed: 7, ...fields });

/**
 * A page of a learner with a history. What the policy refuses, and what goes wrong, is in `page.troubles`.
 * @param {any[]} events
 * @param {object} look of the browser
 * @param {{ axe?: boolean, of?: { url: string }, site?: string }} options
 */
export async function learner(events, look = LOOKS.light, { axe = false, of = served, site = SITE } = {}) {
  // The policy would refuse axe, which is no part of the page.
  const context = await chromium.newContext({ ...look, bypassCSP: axe, reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
  await page.goto(`${of.url}404.html`);
  if (events.length) await plant(page, site, events);
  page.troubles.length = 0;
  return page;
}

export async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    return (await window.axe.run({ runOnly: tags })).violations;
  });
  return found.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** How far a page is wider than the screen. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
