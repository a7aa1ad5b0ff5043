// Accessibility by axe, in every state of every kind of page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { KINDS, MIXED, ROOT, browser, build, serve } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LOOKS = [
  { name: "light", viewport: { width: 1280, height: 900 } },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 320, height: 700 } },
  { name: "forced colours", viewport: { width: 1280, height: 900 }, forcedColors: "active" },
];
const check = async (page, ...choices) => {
  for (const at of choices) await page.locator(".choice input").nth(at).check();
  await page.locator("button.check").click();
};
/** States of a question page, reached as a learner would. */
const STATES = {
  fresh: async () => {},
  unanswered: async (page) => check(page),
  answered: async (page) => check(page, 0),
  "answered in full": async (page) => check(page, 0, 1, 2),
  crossed: async (page) => {
    await page.locator("button.cross").click();
    await page.locator(".choice label").first().click();
  },
  revealed: async (page) => page.locator(".breakdown > summary").click(),
  help: async (page) => page.locator("button.keys").click(),
};

describe("axe", () => {
  let chromium, sample, mixed, site, odd;
  before(async () => {
    chromium = await browser();
    sample = build(ROOT);
    mixed = build(join(ROOT, "tests/site/mixed"));
    site = await serve(sample, "/study-hall/");
    odd = await serve(mixed, "/some/where/");
  });
  after(async () => {
    await chromium.close();
    await Promise.all([site.close(), odd.close()]);
    sample.remove();
    mixed.remove();
  });

  const violations = async (page) => {
    const found = await page.evaluate(async () => {
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      return (await window.axe.run({ runOnly: tags })).violations;
    });
    return found.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  };
  const open = async (look, url) => {
    // The policy would refuse axe, which is no part of the page.
    const context = await chromium.newContext({ ...look, bypassCSP: true, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(AXE);
    return page;
  };

  for (const look of LOOKS) {
    test(`every kind of page: ${look.name}`, async () => {
      const urls = [...Object.values(KINDS).map((it) => site.url + it), ...Object.values(MIXED).map((it) => odd.url + it)];
      for (const url of urls) {
        const page = await open(look, url);
        assert.deepEqual(await violations(page), [], url);
        await page.context().close();
      }
    });
    test(`every state of a question: ${look.name}`, async () => {
      for (const [name, reach] of Object.entries(STATES)) {
        for (const url of [site.url + KINDS.question, site.url + KINDS.multiple, odd.url + MIXED.arabic]) {
          if (name === "answered in full" && !url.includes(KINDS.multiple)) continue;
          const page = await open(look, url);
          await reach(page);
          assert.deepEqual(await violations(page), [], `${url}, ${name}`);
          await page.context().close();
        }
      }
    });
  }
});
