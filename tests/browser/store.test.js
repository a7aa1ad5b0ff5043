// What a learner did is kept: through reloads, in two tabs, and in browsers that refuse.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pack } from "../../themes/default/scripts/store/packing.js";
import { gunzipSync } from "node:zlib";
import {
  answer,
  context,
  erase,
  exportAll,
  history,
  newPage,
  open,
  page,
  question,
  rows,
  section,
  served,
  setUp,
  settings,
  site,
  until,
} from "./learner.js";

describe("a learner's history", () => {
  setUp();

  test("an answer is noted once, with choices, order, time and hints; a retry is another", async () => {
    await question("q");
    const { revision } = await page.locator("article").evaluate((it) => ({ ...it.dataset }));
    const order = await page.locator(".choice").evaluateAll((all) => all.map((it) => it.dataset.choice));
    const texts = await page.locator(".choice .content").allTextContents();
    await page.waitForTimeout(300);
    await page.locator("button.cross").click();
    await page.locator(".choice label", { hasText: "Stone" }).click();
    await page.locator("button.cross").click();
    await answer("Chair");
    const [first] = await until(1);
    const id = (text) => order[texts.findIndex((it) => it.includes(text))];
    const { uuid, device, time, zone, ms, ...rest } = first;
    assert.deepEqual(rest, {
      v: 1,
      kind: "attempt",
      question: "demo/q",
      revision,
      chosen: [id("Chair")],
      order,
      verdict: "wrong",
      score: 0,
      confidence: null,
      hints: 0,
      mode: "page",
      form: null,
      crossed: [id("Stone")],
    });
    assert.match(uuid, /^[0-9a-f-]{36}$/);
    assert.match(device, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(time - Date.now()) < 60_000 && ms >= 300 && ms < 60_000, `${time} ${ms}`);
    assert.equal(zone, await page.evaluate(() => 0 - new Date().getTimezoneOffset()));
    await page.locator("button.retry").click();
    await answer("Apple");
    const both = await until(2);
    assert.deepEqual(
      both.map((it) => it.verdict),
      ["wrong", "right"],
    );
    await question("r");
    await page.keyboard.press("r");
    assert.equal((await until(3))[2].verdict, "revealed");
    await page.waitForTimeout(300);
    assert.equal((await rows()).length, 3, "nothing is noted twice");
  });
  test("who only reads loads nothing for it", async () => {
    const asked = [];
    page.on("request", (request) => asked.push(request.url().split("/").at(-1)));
    await question("q");
    await page.waitForTimeout(300);
    assert.ok(!asked.includes("journal.js"), asked.join());
    await page.mouse.move(50, 50);
    await page.mouse.move(60, 60);
    await page.waitForTimeout(300);
    assert.ok(asked.includes("journal.js"), asked.join());
  });
  test("flag, note and confidence survive a reload", async () => {
    await settings();
    await page.getByLabel("Ask how sure I am before the answer is shown").check();
    await question("q");
    await page.keyboard.press("m");
    await page.waitForSelector(".flag[aria-pressed=true]");
    await page.locator(".note summary").click();
    await page.locator(".note textarea").fill("Mine: <b>bold</b> & m");
    await page.locator(".note textarea").blur();
    await page.waitForFunction(
      () => document.querySelector(".note [role=status]").textContent === "Saved in this browser.",
    );
    await page.getByLabel("Unsure").check();
    await answer("Apple");
    assert.equal((await until(3)).at(-1).confidence, "unsure");
    await question("q");
    await page.mouse.move(40, 40);
    await page.waitForSelector(".flag[aria-pressed=true]");
    assert.equal(await page.locator(".note textarea").inputValue(), "Mine: <b>bold</b> & m");
    assert.ok(await page.locator(".note").evaluate((it) => it.open));
    await page.locator(".flag").click();
    await page.locator(".note textarea").fill("");
    await page.locator(".note textarea").blur();
    await until(5);
    await question("q");
    await page.mouse.move(40, 40);
    await page.waitForSelector(".confidence:not([hidden])");
    assert.equal(await page.locator(".flag").getAttribute("aria-pressed"), "false");
    assert.ok(!(await page.locator(".note").evaluate((it) => it.open)));
  });
  test("two tabs stay in step", async () => {
    const other = await newPage();
    await question("q");
    await question("q", other);
    await page.mouse.move(40, 40);
    await other.mouse.move(40, 40);
    await page.waitForSelector(".confidence[hidden]", { state: "attached" });
    await page.locator(".flag").click();
    await other.waitForSelector(".flag[aria-pressed=true]");
    await settings(other);
    assert.match(await history(other), /^Your history\s+0 answers/);
    await answer("Apple");
    await other.waitForFunction(() => /1 answer is kept/.test(document.querySelector("section").innerText));
    const third = await newPage();
    await settings(third);
    await erase(third);
    await other.waitForFunction(() => /0 answers are kept/.test(document.querySelector("section").innerText));
    await page.waitForSelector(".flag[aria-pressed=false]");
  });
  test("storage blocked: all works in memory, with a notice", async () => {
    await context.addInitScript(() => {
      for (const name of ["indexedDB", "localStorage", "sessionStorage", "BroadcastChannel"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      }
    });
    await question("q");
    await page.keyboard.press("m");
    await page.waitForSelector(".flag[aria-pressed=true]");
    await answer("Apple");
    await page.getByText("This browser keeps nothing for this site").waitFor();
    await settings();
    assert.match(await history(), /This browser keeps nothing/);
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await page.getByText("Saved.").waitFor();
    const { bytes } = await exportAll();
    assert.equal(JSON.parse(gunzipSync(bytes)).events[0].date, "2030-05-01");
  });
  test("storage full: a notice, and nothing is lost as long as the page is open", async () => {
    await settings();
    await page.evaluate(() => {
      const add = IDBObjectStore.prototype.add;
      window.full = true;
      IDBObjectStore.prototype.add = function (...values) {
        const request = add.apply(this, values);
        if (window.full) {
          const { transaction } = this;
          // What a browser does: the request succeeds, and the transaction is aborted as it is written.
          request.addEventListener("success", () => transaction.abort());
        }
        return request;
      };
    });
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await page.getByText("There is no room left in this browser").waitFor();
    const { bytes } = await exportAll();
    assert.equal(JSON.parse(gunzipSync(bytes)).count, 1);
    assert.equal((await rows()).length, 0);
    await page.evaluate(() => (window.full = false));
    await page.getByLabel("Minutes a day").fill("45");
    await page.getByLabel("Minutes a day").blur();
    const found = await until(2);
    assert.deepEqual(
      found.map((it) => [it.date, it.minutes]),
      [
        ["2030-05-01", 30],
        ["2030-05-01", 45],
      ],
    );
    await page.waitForFunction(() => !/no room left/.test(document.body.innerText));
  });
  test("what a newer version wrote is read, and left as it is", async () => {
    await settings();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await until(1);
    const event = (await rows())[0];
    await page.goto(`${served.url}404.html`);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open("studyhall:edits", 7);
          request.onupgradeneeded = () => request.result.createObjectStore("something-new");
          request.onsuccess = () => resolve(request.result.close());
        }),
    );
    await settings();
    assert.match(await history(), /A newer version of this site wrote your history/);
    assert.equal(await page.getByLabel("Date of the exam").inputValue(), "2030-05-01");
    await page.getByLabel("Minutes a day").fill("45");
    await page.getByLabel("Minutes a day").blur();
    await page.getByText("Saved.").waitFor();
    await erase().catch(() => {});
    await page.waitForTimeout(200);
    assert.deepEqual(await rows(), [event]);
  });
  test("a newer version that comes while a page is open is given way", async () => {
    await settings();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await until(1);
    const upgraded = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open("studyhall:edits", 8);
          request.onblocked = () => resolve("blocked");
          request.onsuccess = () => resolve(request.result.close() ?? "upgraded");
        }),
    );
    assert.equal(upgraded, "upgraded");
    await page.getByLabel("Minutes a day").fill("45");
    await page.getByLabel("Minutes a day").blur();
    await page.getByText("A newer version of this site wrote your history").waitFor();
    assert.equal((await rows()).length, 1);
  });
  test("bad rows are set aside, and stay where they are", async () => {
    await settings();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    const [good] = await until(1);
    await page.evaluate(
      (good) =>
        new Promise((resolve) => {
          const request = indexedDB.open("studyhall:edits");
          request.onsuccess = () => {
            const transaction = request.result.transaction("events", "readwrite");
            for (const row of [null, 7, "text", { pack: "[1" }, { ...good, uuid: "x" }, { ...good, time: Infinity }]) {
              transaction.objectStore("events").add(row);
            }
            transaction.oncomplete = () => resolve(request.result.close());
          };
        }),
      good,
    );
    await settings();
    assert.match(await history(), /6 entries cannot be read and were set aside/);
    assert.equal(await page.getByLabel("Date of the exam").inputValue(), "2030-05-01");
    const { bytes } = await exportAll();
    assert.deepEqual(JSON.parse(gunzipSync(bytes)).events, [good]);
  });
  test("many rows are packed, none is lost, and bad ones stay", async () => {
    await settings();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    const [good] = await until(1);
    await page.evaluate(
      (good) =>
        new Promise((resolve) => {
          const request = indexedDB.open("studyhall:edits");
          request.onsuccess = () => {
            const transaction = request.result.transaction("events", "readwrite");
            for (let at = 0; at < 1500; at++) {
              const uuid = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
              transaction.objectStore("events").add({ ...good, uuid, time: good.time - at });
            }
            transaction.objectStore("events").add({ bad: true });
            transaction.oncomplete = () => resolve(request.result.close());
          };
        }),
      good,
    );
    for (const round of ["packed now", "packed before"]) {
      await settings();
      const found = await rows();
      assert.equal(found.length, 1502, round);
      const { bytes } = await exportAll();
      assert.equal(JSON.parse(gunzipSync(bytes)).count, 1501, round);
      assert.match(await history(), /1 entry cannot be read/);
    }
    const count = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open("studyhall:edits");
          request.onsuccess = () => {
            const counted = request.result.transaction("events").objectStore("events").count();
            counted.onsuccess = () => resolve(request.result.close() ?? counted.result);
          };
        }),
    );
    assert.equal(count, 2, "one pack and one bad row");
  });

  test("a hundred thousand answers are there soon", async () => {
    await question("q");
    await answer("Apple");
    const [one] = await until(1);
    const packs = Array.from({ length: 100 }, (_, at) =>
      pack(
        Array.from({ length: 1000 }, (_, number) => {
          const uuid = `00000000-0000-4000-8000-${String(at * 1000 + number).padStart(12, "0")}`;
          return { ...one, uuid, time: one.time - at * 1_000_000 - number, question: `demo/${number}` };
        }),
      ),
    );
    await page.evaluate(
      (packs) =>
        new Promise((resolve) => {
          const request = indexedDB.open("studyhall:edits");
          request.onsuccess = () => {
            const transaction = request.result.transaction("events", "readwrite");
            for (const pack of packs) transaction.objectStore("events").add({ pack });
            transaction.oncomplete = () => resolve(request.result.close());
          };
        }),
      packs,
    );
    // Of the processor, not of the clock on the wall: others may be at work on the same machine.
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await settings();
    const { metrics } = await session.send("Performance.getMetrics");
    const seconds = metrics.find(({ name }) => name === "TaskDuration").value;
    assert.match(await history(), /100001 answers are kept/);
    assert.ok(seconds < 2, `${seconds} s`);
    console.log(`the settings with 100,000 answers: ${Math.round(seconds * 1000)} ms of the page's thread`);
  });
});
