// The progress page: nothing to show, a little, and much; by keyboard, narrow, right to left; what it says is true.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { history } from "../scripts/study_history.js";
import { examOf } from "./planted.js";
import {
  LOOKS,
  learner,
  manyEvents,
  mixed,
  odd,
  overflow,
  sample,
  served,
  setUp,
  tearDown,
  violations,
} from "./studying.js";

const READY = ".study[data-page=progress] :is(.readiness, .start)";
const open = async (page, url = `${served.url}mle/progress/`) => {
  await page.goto(url);
  await page.locator(READY).waitFor();
  return page;
};
const few = () => manyEvents({ days: 1, perDay: 4, mocks: 0, confidence: false });
const close = (page) => page.context().close();

describe("progress", () => {
  before(setUp);
  after(tearDown);

  for (const [name, look] of Object.entries(LOOKS)) {
    test(`accessible by axe, empty, with a little and with much: ${name}`, async () => {
      for (const events of [[], few(), manyEvents()]) {
        const page = await open(await learner(events, look, { axe: true }));
        for (const summary of await page.locator(".study summary").all()) {
          if (!(await summary.evaluate((it) => it.parentElement.open))) await summary.click();
        }
        assert.deepEqual(await violations(page), [], `${events.length} events`);
        assert.ok((await overflow(page)) <= 0, `${events.length} events`);
        await close(page);
      }
    });
  }

  test("who did nothing yet is led to practice", async () => {
    const page = await open(await learner([]));
    assert.match(await page.locator(".start").innerText(), /Nothing to show yet/);
    await page.getByRole("link", { name: "Start practice" }).click();
    assert.match(page.url(), /\/mle\/practice\/$/);
    await close(page);
  });

  test("too little is called too little", async () => {
    const page = await open(await learner(few()));
    assert.match(await page.locator(".readiness").innerText(), /Not enough data yet/);
    assert.match(await page.locator(".solo table").innerText(), /too few: \d of \d/);
    await close(page);
  });

  test("the numbers are those of the log", async () => {
    const events = manyEvents();
    const page = await open(await learner(events));
    // Counted anew from the events: answers that were only looked up are seen, but no answers.
    const attempts = events.filter(({ kind }) => kind === "attempt");
    const sat = events.filter(({ kind }) => kind === "exam-answered");
    const answers = attempts.filter(({ verdict }) => verdict !== "revealed").length + sat.length;
    const seen = new Set([...attempts, ...sat].map(({ question }) => question)).size;
    const { n } = examOf(sample, "mle").bank;
    const facts = await page.locator(".numbers").innerText();
    assert.match(facts, new RegExp(`${seen} / ${n}\\s+${answers} answers`));
    const starts = events.filter(({ kind }) => kind === "exam-started");
    assert.equal(await page.locator(".mocks tbody tr").count(), starts.length);
    // The newest exam's points, by its own answers.
    const last = starts.at(-1);
    const points = sat.filter(({ sitting }) => sitting === last.uuid).reduce((sum, { score }) => sum + score, 0);
    const size = last.form.ids.length;
    const score = `${Math.floor((100 * points) / size)}% (${size})`;
    assert.equal(await page.locator(".mocks tbody tr").first().locator(".number").innerText(), score);
    // All answers of the accuracy table together are all answers.
    await page.locator("figure:has(#accuracy-title) summary").click();
    const counts = await page.locator("figure:has(#accuracy-title) tbody td:last-child").allInnerTexts();
    assert.equal(
      counts.reduce((sum, text) => sum + Number(text), 0),
      answers,
    );
    assert.deepEqual(page.troubles, []);
    await close(page);
  });

  test("each picture has a title, a description and a table", async () => {
    const page = await open(await learner(manyEvents()));
    const names = await page.locator("svg.picture").evaluateAll((all) =>
      all.map((svg) => [
        svg.getAttribute("role"),
        ...svg
          .getAttribute("aria-labelledby")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent.length > 5),
      ]),
    );
    assert.ok(names.length >= 7, `${names.length} pictures`);
    for (const name of names) assert.deepEqual(name, ["img", true, true]);
    const figures = page.locator("figure:has(.reader)");
    for (const figure of await figures.all()) {
      const details = figure.locator("details.data");
      if (!(await details.evaluate((it) => it.open))) await details.locator("summary").click();
      await details.locator("tbody tr").first().waitFor();
    }
    await close(page);
  });

  test("values are read point by point with the keyboard, and are those of the table", async () => {
    const page = await open(await learner(manyEvents()));
    const figure = page.locator("figure:has(#accuracy-title)");
    const slider = figure.getByRole("slider");
    await slider.focus();
    await page.keyboard.press("Home");
    const first = await figure.locator("output").innerText();
    assert.equal(await slider.getAttribute("aria-valuetext"), first);
    await page.keyboard.press("ArrowRight");
    const second = await figure.locator("output").innerText();
    assert.notEqual(first, second);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await figure.locator("tbody tr").first().waitFor();
    const rows = await figure.locator("tbody tr").allInnerTexts();
    assert.ok(first.startsWith(rows[0].split("\t")[0].trim()), `${first} / ${rows[0]}`);
    assert.ok(second.startsWith(rows[1].split("\t")[0].trim()), `${second} / ${rows[1]}`);
    await close(page);
  });

  test("pictures are drawn for the width there is, and their text stays as large", async () => {
    const page = await open(await learner(manyEvents()));
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(100);
      const scales = await page
        .locator("svg.picture")
        .evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width));
      for (const scale of scales) assert.ok(Math.abs(scale - 1) < 0.02, `${scale} at ${width}`);
    }
    await close(page);
  });

  test("questions are called by their titles once their pages told them", async () => {
    const page = await open(await learner(manyEvents()));
    const link = page.locator(".mistakes ol.questions a").first();
    await link.scrollIntoViewIfNeeded();
    const href = await link.getAttribute("href");
    await page.waitForFunction(
      (at) => /[A-Z]/.test(document.querySelector(`.mistakes a[href="${at}"]`).textContent),
      href,
    );
    const title = await link.innerText();
    await link.click();
    assert.ok((await page.locator("h1").innerText()).includes(title));
    await close(page);
  });

  test("right to left, in Arabic", async () => {
    const events = history(examOf(mixed, "arabic"), { now: Date.now(), days: 20, perDay: 6, seed: 3 });
    const siteId = await (async () => {
      const page = await learner([], LOOKS.light, { of: odd });
      await page.goto(`${odd.url}arabic/progress/`);
      const id = await page.locator("body").getAttribute("data-site");
      await close(page);
      return id;
    })();
    for (const look of [LOOKS.light, LOOKS.narrow]) {
      const page = await open(
        await learner(events, look, { axe: true, of: odd, site: siteId }),
        `${odd.url}arabic/progress/`,
      );
      assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
      assert.match(await page.locator(".numbers").innerText(), /[\u0600-\u06ff]/);
      // The oldest point stands on the right.
      const [first, last] = await page
        .locator("figure:has(#accuracy-title) circle.point")
        .evaluateAll((all) => [all[0], all.at(-1)].map((it) => it.getBoundingClientRect().x));
      assert.ok(first > last, `${first} ${last}`);
      assert.ok((await overflow(page)) <= 0);
      assert.deepEqual(await violations(page), []);
      await close(page);
    }
  });

  test("the policy refuses nothing, and would refuse what it must", async () => {
    const page = await open(await learner(manyEvents()));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(300);
    assert.deepEqual(page.troubles, []);
    await page.evaluate(() => document.body.setAttribute("style", "color: red"));
    await page.waitForTimeout(50);
    assert.match(page.troubles.join(), /Content Security Policy/);
    await close(page);
  });

  test("answers that another tab writes show", async () => {
    const page = await open(await learner(few()));
    const before = await page.locator(".numbers").innerText();
    const other = await page.context().newPage();
    await other.goto(`${served.url}mle/practice/?type=single`);
    await other.locator(".choice label").first().click();
    await other.locator("button.check[type=submit], .answer button.check").first().click();
    await page.waitForFunction((text) => document.querySelector(".numbers").innerText !== text, before, {
      // A page in the background paints no frames.
      polling: 100,
    });
    await close(page);
  });
});
