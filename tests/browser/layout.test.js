// What is painted, and when: order, shifts, requests, narrow screens, print, no script.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { KINDS, MIXED, ROOT, browser, build, serve } from "./site.js";

describe("layout", () => {
  let chromium, sample, mixed, site, odd, slow;
  before(async () => {
    chromium = await browser();
    sample = build(ROOT);
    mixed = build(join(ROOT, "tests/site/mixed"));
    site = await serve(sample, "/study-hall/");
    odd = await serve(mixed, "/some/where/");
    slow = await serve(sample, "/study-hall/", { "order.js": 300, "question.js": 300 });
  });
  after(async () => {
    await chromium.close();
    await Promise.all([site.close(), odd.close(), slow.close()]);
    sample.remove();
    mixed.remove();
  });
  const every = () => [
    ...Object.values(KINDS).map((it) => site.url + it),
    ...Object.values(MIXED).map((it) => odd.url + it),
  ];

  test("the first painted order of the choices is the final one, with the scripts 300 ms late", async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const page = await chromium.newPage();
      await page.addInitScript(() => {
        window.orders = new Set();
        const look = () => {
          const list = document.querySelector(".choices");
          if (list && getComputedStyle(list).visibility === "visible" && list.querySelectorAll(".choice").length)
            window.orders.add([...list.querySelectorAll(".choice")].map((it) => it.dataset.choice).join());
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.goto(`${slow.url}${KINDS.multiple}?seed=${seed}`);
      await page.waitForFunction(() => document.querySelector("article").dataset.ordered !== undefined);
      await page.waitForTimeout(500);
      assert.equal((await page.evaluate(() => [...window.orders])).length, 1, `seed ${seed}`);
      await page.close();
    }
  });

  test("nothing shifts: CLS at most 0.001 on every kind of page", async () => {
    for (const url of [...every(), slow.url + KINDS.question]) {
      const page = await chromium.newPage({ viewport: { width: 390, height: 844 } });
      await page.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const it of list.getEntries()) window.shift += it.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(url, { waitUntil: "networkidle" });
      await page.waitForTimeout(100);
      assert.ok((await page.evaluate(() => window.shift)) <= 0.001, url);
      await page.close();
    }
  });

  test("a question page asks for at most six files, none of them elsewhere, and reports no violation", async () => {
    for (const url of every()) {
      const page = await chromium.newPage();
      const requests = [];
      const trouble = [];
      page.on("request", (it) => requests.push(it.url()));
      page.on("console", (it) => trouble.push(it.text()));
      page.on("pageerror", (it) => trouble.push(it.message));
      await page.goto(url, { waitUntil: "networkidle" });
      const images = await page.locator("img").count();
      // Modes fetch the index, the question of another page, and what is kept of the learner besides.
      const most = (await page.locator(".study").count()) ? 12 : 6;
      assert.ok(requests.length <= most + images, `${url}: ${requests.join(" ")}`);
      assert.deepEqual(requests.filter((it) => new URL(it).host !== new URL(url).host), []);
      assert.deepEqual(trouble, [], url);
      await page.close();
    }
  });

  test("the policy holds: an inline script and an inline style are refused and reported", async () => {
    const page = await chromium.newPage();
    await page.goto(site.url + KINDS.question);
    const found = await page.evaluate(async () => {
      const seen = [];
      document.addEventListener("securitypolicyviolation", (it) => seen.push(it.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "window.broken = true";
      document.body.append(script);
      document.body.setAttribute("style", "color: red");
      await new Promise((done) => setTimeout(done, 100));
      return { seen: seen.map((it) => it.slice(0, 10)).sort(), broken: window.broken ?? false };
    });
    // Each is reported twice: by the header and by the meta element.
    assert.deepEqual([...new Set(found.seen)], ["script-src", "style-src-"]);
    assert.equal(found.broken, false);
    await page.close();
  });

  test("no page is wider than the screen at 320 px, and targets are large enough", async () => {
    const page = await chromium.newPage({ viewport: { width: 320, height: 700 } });
    for (const url of every()) {
      await page.goto(url);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 320, `${url} is ${width} px wide`);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, summary, input, .choice label, .badge, .menu a")]
          .filter((it) => it.checkVisibility() && !it.closest("label input, dialog") && it.tagName !== "INPUT")
          .map((it) => ({ it: it.outerHTML.slice(0, 60), box: it.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 24 || box.width < 24))
          .map(({ it }) => it),
      );
      assert.deepEqual(small, [], url);
    }
    await page.close();
  });

  test("without JavaScript everything is there and no dead control shows", async () => {
    const context = await chromium.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url + KINDS.multiple);
    assert.ok(await page.locator(".choices").isVisible());
    assert.deepEqual(await page.locator(".choices .letter").allTextContents(), ["A", "B", "C", "D", "E"]);
    for (const button of await page.locator("button").all()) assert.ok(!(await button.isVisible()), "a button shows");
    assert.ok(!(await page.locator(".reasons").isVisible()));
    await page.locator(".breakdown > summary").click();
    assert.ok(await page.locator(".reasons").isVisible());
    assert.equal(await page.locator(".reason").count(), 5);
    await page.goto(site.url + KINDS.topic);
    assert.ok((await page.locator(".rows li:visible").count()) > 0);
    await context.close();
  });

  test("the filters of a topic work without JavaScript", async () => {
    const context = await chromium.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url + KINDS.topic);
    const all = await page.locator(".rows li:visible").count();
    const hard = await page.locator('.rows li[data-difficulty="hard"]').count();
    assert.ok(hard > 0 && hard < all);
    await page.locator('label:has(input[value="hard"])').first().click();
    assert.equal(await page.locator(".rows li:visible").count(), hard);
    await context.close();
  });

  test("printing shows the key only when the answer is open, and never the controls", async () => {
    const page = await chromium.newPage();
    await page.goto(site.url + KINDS.question);
    await page.emulateMedia({ media: "print" });
    const seen = (it) => page.locator(it).first().isVisible();
    assert.deepEqual([await seen(".stem"), await seen(".choices"), await seen(".key"), await seen(".actions")], [true, true, false, false]);
    await page.emulateMedia({ media: "screen" });
    await page.locator(".breakdown > summary").click();
    await page.emulateMedia({ media: "print" });
    assert.deepEqual([await seen(".key"), await seen(".reasons"), await seen(".actions"), await seen(".site-head .menu")], [true, true, false, false]);
    assert.ok((await page.pdf()).length > 5000);
    await page.close();
  });

  test("a question's parts stand in the order of the design, and the group of choices says how many", async () => {
    const order = [
      ".crumbs", ".badges", ".title", ".stem", ".cue", "form.answer", ".choices", "button.check", ".hint", ".skip", ".reveal",
      ".correct", ".breakdown .trap", ".reasons", ".sources", ".deeper", ".related", ".turn", ".about", ".byline", ".closing",
    ];
    const page = await chromium.newPage();
    await page.goto(site.url + "mle/scaling/preemptible-resume/");
    const found = await page.evaluate((order) => {
      const parts = order.map((it) => [it, document.querySelector(it)]).filter(([, it]) => it);
      parts.sort(([, a], [, b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
      return parts.map(([it]) => it);
    }, order);
    assert.deepEqual(found, order);
    const group = page.getByRole("group", { name: "Answer choices" });
    const described = await group.evaluate((it) => document.getElementById(it.getAttribute("aria-describedby")).textContent.trim());
    assert.match(described, /^Select /);
    await page.close();
  });

  test("a bar of the blueprint is the topic's share of the whole exam", async () => {
    const page = await chromium.newPage();
    await page.goto(site.url + KINDS.exam);
    const bars = await page.locator(".weight").evaluateAll((all) =>
      all.map((it) => {
        const [track, bar] = ["svg", "rect"].map((name) => it.querySelector(name).getBoundingClientRect().width);
        return [parseFloat(it.textContent), (100 * bar) / track];
      }),
    );
    assert.ok(bars.length > 1);
    for (const [share, width] of bars) assert.ok(Math.abs(share - width) < 0.5, `${share} % is ${width} % long`);
    await page.close();
  });

  test("a question in another language has its own words and direction", async () => {
    const page = await chromium.newPage();
    await page.goto(odd.url + MIXED.german);
    const article = page.locator("article.question");
    assert.deepEqual([await article.getAttribute("lang"), await article.getAttribute("dir")], ["de", "ltr"]);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal((await page.locator(".cue").textContent()).trim(), "Wähle alle zutreffenden aus");
    assert.equal((await page.locator("button.check").textContent()).trim(), "Antwort prüfen");
    await page.goto(odd.url + MIXED.arabic);
    assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
    const [letter, content] = await Promise.all([".letter", ".content"].map((it) => page.locator(`.choice ${it}`).first().boundingBox()));
    assert.ok(letter.x > content.x, "the letter stands at the right");
    assert.equal(await page.locator(".breakdown code").first().getAttribute("dir"), "ltr");
    await page.close();
  });

  test("an old address leads to the new one", async () => {
    const page = await chromium.newPage();
    for (const old of ["old/blocks/", "older.html"]) {
      await page.goto(odd.url + old);
      await page.waitForURL("**/demo/first/blocks/");
    }
    await page.close();
  });
});
