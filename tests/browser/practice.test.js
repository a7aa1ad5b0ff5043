// Practice: a question at once, its answer at once, and what is remembered of it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { LOOKS, fits, focused, log, select, shown, turned, untroubled, violations, watched } from "./modes.js";
import { ROOT, browser, build, serve } from "./site.js";

describe("practice", () => {
  let chromium, sample, site, context, page, url, bank, keys;
  before(async () => {
    chromium = await browser();
    sample = build(ROOT);
    site = await serve(sample, "/study-hall/");
    url = `${site.url}mle/practice/`;
    bank = JSON.parse(readFileSync(join(sample.folder, "mle/bank.json"), "utf8"));
    keys = JSON.parse(readFileSync(join(sample.folder, "mle/keys.json"), "utf8")).keys;
  });
  after(async () => {
    await chromium.close();
    await site.close();
    sample.remove();
  });
  beforeEach(async () => {
    context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
    page = await watched(context);
  });
  afterEach(() => context.close());

  const open = async (query = "", where = page) => {
    await where.goto(url + query);
    await where.waitForSelector(".stage article[data-state]");
  };
  const counter = () => page.locator(".counter").textContent();
  const topicOf = (id) => bank.topics[bank.topic[bank.slug.indexOf(id.slice(4))]].id;
  const wrongOf = (id) => {
    const { choices, key } = keys[id];
    return choices.filter((it) => !key.includes(it)).slice(0, key.length);
  };
  /** Answers the question on screen, by mouse. */
  const respond = async (rightly) => {
    const { id } = await shown(page);
    const wrong = wrongOf(id);
    const ids = rightly ? keys[id].key : [...wrong, ...keys[id].key].slice(0, keys[id].key.length);
    await select(page, ids);
    await page.locator(".stage button.check").click();
    await page.waitForSelector(".stage article[data-state=checked]");
    return id;
  };
  const next = async () => {
    const { id } = await shown(page);
    await page.locator(".stage .onward-next").click();
    await turned(page, id);
  };

  test("a question shows at once; answers are noted; the summary counts them", async () => {
    await open("?n=5&reserve=off");
    assert.equal(await counter(), "Question 1 of 5");
    assert.match(page.url(), /[?&]seed=\d+/);
    const asked = [];
    for (const rightly of [true, false, true]) {
      asked.push(await respond(rightly));
      await next();
      assert.match(await focused(page), /^H1 /, "the focus follows to the heading");
    }
    await page.locator(".finish").click();
    await page.waitForSelector(".summary-view");
    assert.match(await focused(page), /^H2 Your result/);
    assert.equal(await page.locator(".score").textContent(), "66% 2 of 3 answered questions");
    assert.equal(await page.locator(".summary-view > .label").textContent(), "2 left open");
    const expected = Object.fromEntries([...new Set(asked.map(topicOf))].map((it) => [it, [0, 0]]));
    asked.forEach((id, at) => {
      expected[topicOf(id)][0] += at === 1 ? 0 : 1;
      expected[topicOf(id)][1]++;
    });
    const titles = Object.fromEntries(bank.topics.map((it) => [it.title, it.id]));
    const rows = await page
      .locator(".by-topic tbody tr")
      .evaluateAll((all) => all.map((it) => [it.querySelector("th").textContent, it.querySelector("td").textContent]));
    assert.deepEqual(
      Object.fromEntries(rows.map(([title, points]) => [titles[title], points.split(" / ").map(Number)])),
      expected,
    );
    const attempts = (await log(page)).filter((it) => it.kind === "attempt");
    assert.deepEqual(
      attempts.map((it) => [it.question, it.verdict, it.mode]),
      [
        [asked[0], "right", "practice"],
        [asked[1], "wrong", "practice"],
        [asked[2], "right", "practice"],
      ],
    );
    for (const { revision, question, ms, order } of attempts) {
      assert.equal(revision, bank.revision[bank.slug.indexOf(question.slice(4))]);
      assert.ok(ms > 0 && ms < 60_000);
      assert.deepEqual([...order].sort(), [...keys[question].choices].sort());
    }
    await untroubled(page);
  });

  test("by keyboard alone: choose, check, go on, flag, back, finish", async () => {
    await open("?n=3&reserve=off&type=single");
    const first = await shown(page);
    const at = first.order.indexOf(keys[first.id].key[0]);
    await page.keyboard.press(String(at + 1));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".stage .status").textContent.startsWith("Correct."));
    await page.keyboard.press("m");
    assert.equal(await page.locator(".stage button.flag").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("Enter");
    await turned(page, first.id);
    assert.equal(await counter(), "Question 2 of 3");
    const second = await shown(page);
    await page.keyboard.press("p");
    await turned(page, second.id);
    assert.deepEqual(await shown(page), { ...first, state: "checked" }, "as it was answered, in the same order");
    assert.equal(await page.locator(".stage button.flag").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("n");
    await turned(page, first.id);
    await page.keyboard.press("r");
    await page.waitForSelector(".stage article[data-state=revealed]");
    await page.keyboard.press("n");
    await turned(page, second.id);
    await page.keyboard.press("n");
    await page.waitForSelector(".summary-view");
    assert.equal(await page.locator(".score").textContent(), "100% 1 of 1 answered question");
    assert.equal(await page.locator(".summary-view > .label").textContent(), "1 answer looked up · 1 left open");
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /^BUTTON New set/);
    assert.deepEqual(
      (await log(page)).map((it) => [it.kind, it.verdict ?? it.on]),
      [
        ["attempt", "right"],
        ["flag", true],
        ["attempt", "revealed"],
      ],
    );
  });

  test("a reload, and a crash, go on where it was", async () => {
    await open("?n=6&reserve=off");
    await respond(false);
    await next();
    await respond(true);
    await next();
    const third = await shown(page);
    const address = page.url();
    await page.reload();
    await page.waitForSelector(".stage article[data-state]");
    assert.equal(await counter(), "Question 3 of 6");
    assert.deepEqual(await shown(page), third);
    assert.equal(page.url(), address);
    await page.keyboard.press("p");
    await turned(page, third.id);
    assert.equal((await shown(page)).state, "checked");
    await page.locator(".finish").click();
    assert.equal(await page.locator(".score").textContent(), "50% 1 of 2 answered questions");
    await page.reload();
    await page.waitForSelector(".summary-view");
  });

  test("an address asks another learner the same questions in the same order", async () => {
    await open("?n=4&difficulty=medium");
    const walk = async (where) => {
      const ids = [];
      for (let at = 0; at < 4; at++) {
        ids.push((await shown(where)).id);
        if (at < 3) {
          await where.keyboard.press("n");
          await turned(where, ids.at(-1));
        }
      }
      return ids;
    };
    const address = page.url();
    const own = await walk(page);
    const other = await chromium.newContext();
    const there = await watched(other);
    await there.goto(address);
    await there.waitForSelector(".stage article[data-state]");
    assert.deepEqual(await walk(there), own);
    await other.close();
  });

  test("topic, number and order are chosen in the form, and stand in the address", async () => {
    await open();
    await page.locator("select[name=topic]").selectOption("scaling");
    const inTopic = bank.topic.filter((it) => bank.topics[it].id === "scaling").length;
    await page.locator(".more > summary").click();
    await page.locator("input[name=reserve]").uncheck();
    await page.locator("select[name=count]").selectOption("0");
    await page.locator("select[name=order]").selectOption("bank");
    assert.equal(await page.locator(".fitting").textContent(), `${inTopic} questions fit`);
    await page.locator(".setup button.check").click();
    await page.waitForFunction((n) => document.querySelector(".counter").textContent.endsWith(` of ${n}`), inTopic);
    assert.match(page.url(), /\?topic=scaling&order=bank&n=all&reserve=off&seed=\d+$/);
    const first = bank.slug.findIndex((_, at) => bank.topics[bank.topic[at]].id === "scaling");
    await page.waitForFunction(
      (id) => document.querySelector(".stage article").dataset.question === id,
      `mle/${bank.slug[first]}`,
    );
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".counter").textContent === "Question 1 of 10");
  });

  test("wrong before, flagged and unseen; retry of what was missed or flagged", async () => {
    await open("?n=4&reserve=off&type=single");
    const missed = await respond(false);
    await next();
    await page.keyboard.press("m");
    const flagged = await respond(true);
    await page.locator(".finish").click();
    const ids = async () => {
      const [, total] = /of (\d+)/.exec(await counter());
      const found = [];
      for (let at = 0; at < Number(total); at++) {
        found.push((await shown(page)).id);
        await page.keyboard.press("n");
        if (at < Number(total) - 1) await turned(page, found.at(-1));
      }
      return found;
    };
    await page.locator(".summary-view button", { hasText: "Retry 1 missed question" }).click();
    await page.waitForSelector(".stage article[data-state=open]");
    assert.match(page.url(), new RegExp(`only=${missed.slice(4)}`));
    assert.deepEqual(await ids(), [missed]);
    await open("?source=wrong&n=all");
    assert.deepEqual(await ids(), [missed]);
    await open("?source=flagged&n=all");
    assert.deepEqual(await ids(), [flagged]);
    await open("?source=unseen&n=all&reserve=off");
    assert.equal(await counter(), `Question 1 of ${bank.n - 2}`);
  });

  test("what was missed is due the next day", async () => {
    await page.clock.install({ time: new Date("2026-03-02T10:00:00Z") });
    await open("?n=3&reserve=off");
    const missed = await respond(false);
    await page.goto(`${url}?source=due`);
    await page.locator(".stage .notice").waitFor();
    await page.clock.setSystemTime(new Date("2026-03-03T10:00:00Z"));
    await open("?source=due");
    assert.equal(await counter(), "Question 1 of 1");
    assert.equal((await shown(page)).id, missed);
  });

  test("two forms' worth of unseen questions are left, as far as half of the bank goes", async () => {
    await open("?n=all");
    const kept = 2 * Math.min(bank.mock.questions, Math.floor(bank.n / 4));
    assert.equal(await counter(), `Question 1 of ${bank.n - kept}`);
    await open("?n=all&reserve=off");
    assert.equal(await counter(), `Question 1 of ${bank.n}`);
  });

  test("nothing fits: it says so, and practises all", async () => {
    await page.goto(`${url}?source=flagged`);
    await page.locator(".stage .notice").waitFor();
    assert.match(await page.locator(".stage .notice").textContent(), /No question fits this choice\./);
    await page.locator(".stage .notice button").click();
    await page.waitForSelector(".stage article[data-state=open]");
    await untroubled(page);
  });

  test("a network that is gone: it says so, and tries again", async () => {
    await open("?n=5");
    await page.waitForTimeout(300);
    await page.locator(".onward-next").click();
    const { id } = await shown(page);
    await context.setOffline(true);
    await page.keyboard.press("n");
    await turned(page, id).catch(() => {});
    await page.keyboard.press("n");
    await page.locator(".stage .notice[role=alert]").waitFor();
    assert.match(await page.locator(".stage .notice").textContent(), /could not be loaded/);
    await context.setOffline(false);
    await page.locator(".stage .notice .check").click();
    await page.waitForSelector(".stage article[data-state=open]");
    assert.match(await focused(page), /^H1 /);
  });

  test("blocked storage: everything works, with a notice", async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      }
    });
    await open("?n=3&reserve=off");
    assert.match(await page.locator(".study > .notice").textContent(), /keeps nothing/);
    await respond(true);
    await next();
    await respond(true);
    await page.locator(".finish").click();
    assert.equal(await page.locator(".score").textContent(), "100% 2 of 2 answered questions");
    await untroubled(page);
  });

  test("a note, a flag and the switch of shortcuts are those of the question's own page", async () => {
    const entry = bank.slug[0];
    await page.goto(`${bank.topics[bank.topic[0]].url.replace("/study-hall/", site.url)}${entry}/`);
    // What notes it is fetched at the first sign of a reader.
    await page.mouse.move(200, 200);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(300);
    await page.locator("button.flag").click();
    await page.waitForFunction(() => document.querySelector("button.flag").getAttribute("aria-pressed") === "true");
    await page.locator("details.note summary").click();
    await page.locator("details.note textarea").fill("Mind the units.");
    await page.locator("h1").click();
    await page.waitForFunction(() =>
      document.querySelector("details.note [role=status]").textContent.startsWith("Saved"),
    );
    await open(`?only=${entry}`);
    assert.equal(await page.locator(".stage button.flag").getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator(".stage details.note textarea").inputValue(), "Mind the units.");
  });

  test("without JavaScript it says what is needed, and leads to the questions", async () => {
    const plain = await chromium.newContext({ javaScriptEnabled: false });
    const there = await plain.newPage();
    await there.goto(url);
    assert.match(await there.locator("noscript").innerText(), /JavaScript/);
    assert.equal(await there.locator("noscript a").getAttribute("href"), "/study-hall/mle/");
    await plain.close();
  });

  test("the policy refuses nothing of practice, and would tell", async () => {
    await open("?n=2");
    await untroubled(page);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.broken = true";
      document.body.append(script);
    });
    await page.waitForFunction(() => window.refused.length > 0);
  });

  /** States as a learner reaches them. */
  const STATES = {
    fresh: async () => {},
    unanswered: async (it) => it.locator(".stage button.check").click(),
    answered: async (it) => {
      for (const input of (await it.locator(".stage .choice input").all()).slice(0, 2)) await input.check();
      await it.locator(".stage button.check").click();
    },
    "set up": async (it) => {
      if (!(await it.locator(".setup").evaluate((fold) => fold.open))) await it.locator(".setup > summary").click();
      await it.locator("select[name=topic]").selectOption("scaling");
      await it.locator(".more > summary").click();
    },
    summary: async (it) => {
      await it.locator(".stage .choice input").first().check();
      await it.locator(".stage button.check").click();
      await it.locator(".finish").click();
      await it.waitForSelector(".summary-view");
    },
    "nothing fits": async (it) => {
      await it.goto(`${url}?source=due`);
      await it.locator(".stage .notice").waitFor();
    },
  };
  for (const look of LOOKS) {
    test(`axe, width and targets in every state: ${look.name}`, async () => {
      for (const [name, reach] of Object.entries(STATES)) {
        const own = await chromium.newContext({ ...look, bypassCSP: true, reducedMotion: "reduce" });
        const there = await own.newPage();
        await there.goto(`${url}?seed=3&n=5`);
        await there.waitForSelector(".stage article[data-state=open]");
        await reach(there);
        await there.waitForTimeout(100);
        assert.deepEqual(await violations(there), [], name);
        await fits(there, name);
        await own.close();
      }
    });
  }
});
