// Today, and the line that says on the home page what there is to do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { logOf } from "./planted.js";
import { LOOKS, SITE, learner, manyEvents, overflow, served, setUp, tearDown, violations } from "./studying.js";

const open = async (page) => {
  await page.goto(`${served.url}mle/review/`);
  await page.locator(".task").waitFor();
  return page;
};
const close = (page) => page.context().close();
const DAY = 86_400_000;
const dateIn = (days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe("today", () => {
  before(setUp);
  after(tearDown);

  for (const [name, look] of Object.entries(LOOKS)) {
    test(`accessible by axe, before the first answer and after many: ${name}`, async () => {
      for (const events of [[], manyEvents()]) {
        const page = await open(await learner(events, look, { axe: true }));
        assert.deepEqual(await violations(page), [], `${events.length} events`);
        assert.ok((await overflow(page)) <= 0);
        await close(page);
      }
    });
  }

  test("the first day: one button, nothing asked, and practice asks that very list", async () => {
    const page = await open(await learner([]));
    assert.equal(await page.locator("input, select").count(), 0);
    const [, n] = /^(\d+) questions?,\s+about \d+ minutes?$/.exec(await page.locator(".task h2").innerText());
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator("article[data-question]").waitFor();
    assert.match(page.url(), /\/mle\/practice\/\?source=today/);
    assert.equal(await page.locator(".counter").innerText(), `Question 1 of ${n}`);
    await page.locator(".choice label").first().click();
    await page.locator(".answer button.check").first().click();
    await page.locator("article[data-state=answered], article:not([data-state=open])").waitFor();
    const log = await logOf(page, SITE);
    assert.deepEqual(
      log.map(({ kind, mode }) => [kind, mode]),
      [["attempt", "today"]],
    );
    // Now there is something to plan with.
    await open(page);
    await page.getByLabel("Date of the exam").waitFor();
    assert.match(await page.locator(".task").innerText(), /1 answered today/);
    assert.deepEqual(page.troubles, []);
    await close(page);
  });

  test("a date and minutes are noted by keyboard alone, and what fits is told", async () => {
    const page = await open(await learner(manyEvents({ days: 5 })));
    await page.getByLabel("Date of the exam").fill(dateIn(35));
    await page.getByLabel("Minutes a day").focus();
    await page.keyboard.press("3");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Saved.").waitFor();
    assert.match(await page.locator(".plan").innerText(), /3[56] days left\.\s+\d+ of \d+ questions fit/);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "save");
    const { kind, exam, date, minutes } = (await logOf(page, SITE)).at(-1);
    assert.deepEqual({ kind, exam, date, minutes }, { kind: "exam-date", exam: "mle", date: dateIn(35), minutes: 30 });
    await close(page);
  });

  test("the plan is a calendar file of whole days that ends with the exam", async () => {
    const page = await open(await learner(manyEvents({ days: 5 })));
    await page.getByLabel("Date of the exam").fill(dateIn(20));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /calendar file/ }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "mle.ics");
    const text = readFileSync(await download.path(), "utf8");
    assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    const starts = [...text.matchAll(/DTSTART;VALUE=DATE:(\d{8})/g)].map(([, day]) => day);
    assert.deepEqual(starts, [...starts].sort());
    assert.equal(starts.at(-1), dateIn(20).replaceAll("-", ""));
    assert.match(text, /SUMMARY:Exam: SH-MLE/);
    assert.deepEqual(page.troubles, []);
    await close(page);
  });

  test("a date in the past says so", async () => {
    const events = manyEvents({ days: 5 });
    const page = await learner([
      ...events,
      {
        ...events[0],
        uuid: "00000000-0000-4000-8000-0000000fffff",
        time: Date.now() - 1000,
        kind: "exam-date",
        exam: "mle",
        date: dateIn(-3),
        minutes: 20,
      },
    ]);
    await open(page);
    assert.match(await page.locator(".plan").innerText(), /The exam was on/);
    await close(page);
  });

  test("the last answer is taken back and put back, by keyboard", async () => {
    const page = await open(await learner(manyEvents({ days: 3, mocks: 0 })));
    const last = await page.locator(".undo").innerText();
    const count = (await logOf(page, SITE)).length;
    await page.getByRole("button", { name: "Take it back" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Taken back: it counts no more.").waitFor();
    assert.notEqual((await page.locator(".undo p").first().innerText()).trim(), last.split("\n")[1]);
    assert.equal(await page.evaluate(() => document.activeElement?.className), "put-back");
    await page.keyboard.press("Enter");
    await page.getByText("Put back: it counts again.").waitFor();
    assert.equal(await page.locator(".undo").innerText(), last);
    const log = (await logOf(page, SITE)).slice(count);
    assert.deepEqual(
      log.map(({ kind }) => kind),
      ["undo", "undo"],
    );
    assert.equal(log[1].cancels, log[0].uuid);
    await close(page);
  });

  test("what came due while the page waited shows when it is looked at again", async () => {
    const page = await learner(manyEvents({ days: 3 }));
    await page.clock.install({ time: Date.now() });
    await open(page);
    const before = await page.locator(".task").innerText();
    await page.clock.setSystemTime(Date.now() + 3 * DAY);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.waitForFunction((text) => document.querySelector(".task").innerText !== text, before);
    await close(page);
  });
});

describe("the line for who comes back", () => {
  before(setUp);
  after(tearDown);
  const pages = ["", "mle/"];

  test("who is here for the first time loads one small script and no data", async () => {
    for (const path of pages) {
      const page = await learner([]);
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(served.url + path, { waitUntil: "networkidle" });
      assert.ok(!asked.some((url) => /resume\.js|bank\.json/.test(url)), asked.join());
      assert.match(await page.locator(".resume").innerText(), /answers stay in this browser/);
      await close(page);
    }
  });

  test("who comes back is told what to do today, and nothing moves", async () => {
    for (const look of Object.values(LOOKS)) {
      for (const path of pages) {
        const page = await learner(manyEvents({ days: 4 }), look);
        await page.addInitScript(() => {
          window.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
        });
        const asked = [];
        page.on("request", (request) => asked.push(request.url()));
        await page.goto(served.url + path);
        const link = page.locator(".resume a");
        await link.waitFor();
        await page.waitForTimeout(100);
        assert.ok((await page.evaluate(() => window.shift)) <= 0.001, `${path} shifts`);
        assert.match(await page.locator(".resume").innerText(), /^Today.*: (\d+ questions?, about|done|nothing)/);
        // Other exams' indexes are not fetched.
        assert.deepEqual(
          asked.filter((url) => url.endsWith("bank.json")).map((url) => url.slice(served.url.length)),
          ["mle/bank.json"],
        );
        assert.deepEqual(page.troubles, []);
        await link.click();
        await page.locator(".task").waitFor();
        await close(page);
      }
    }
  });
});
