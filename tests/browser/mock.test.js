// Mock exams: drawn, timed, kept through everything, and reported.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { chromium as playwright } from "playwright-core";
import { LOOKS, fits, focused, log, select, shown, turned, untroubled, violations, watched } from "./modes.js";
import { ROOT, browser, build, serve } from "./site.js";

const MINUTE = 60_000;

describe("mock exam", () => {
  let chromium, sample, site, context, page, url, bank, keys;
  before(async () => {
    chromium = await browser();
    sample = build(ROOT);
    site = await serve(sample, "/study-hall/");
    url = `${site.url}mle/mock/`;
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

  const open = async (where = page) => {
    await where.goto(url);
    await where.waitForSelector(".card-form");
  };
  const start = async (factor, where = page) => {
    await open(where);
    if (factor !== undefined) await where.locator(`input[name=factor][value="${factor}"]`).check();
    await where.locator(".card-form .check").click();
    await where.waitForSelector(".exam article");
  };
  const counter = (where = page) => where.locator(".counter").textContent();
  const next = async (where = page) => {
    const { id } = await shown(where);
    await where.locator(".turn .forth").click();
    await turned(where, id);
  };
  /** Answers the question on screen. */
  const respond = async (how, where = page) => {
    const { id } = await shown(where);
    const { choices, key } = keys[id];
    const wrong = choices.filter((it) => !key.includes(it));
    await select(
      where,
      how === "right" ? key : how === "part" ? key.slice(1) : [wrong[0], ...key].slice(0, key.length),
    );
    return id;
  };
  const submit = async (where = page) => {
    if (!(await where.locator(".overview-view").count())) await where.locator(".to-overview").click();
    await where.locator(".overview-view > .actions .check").click();
    await where.locator("dialog[open] .check").click();
    await where.waitForSelector(".report");
  };
  const tiles = (where = page) =>
    where.locator(".tile").evaluateAll((all) => all.map((it) => it.querySelector(".words").textContent.slice(2)));
  const score = (where = page) => where.locator(".score").textContent();
  const inForm = async (where = page) => (await log(where)).find((it) => it.kind === "exam-started").form.ids;

  test("the start screen says what comes; the exam tells nothing of the answers", async () => {
    await open();
    assert.deepEqual(await page.locator(".facts li").allTextContents(), [
      `${bank.mock.questions} questions`,
      `${bank.mock.minutes} minutes`,
      `Pass mark ${bank.passMark}%`,
    ]);
    const rows = await page
      .locator(".topics tbody tr")
      .evaluateAll((all) => all.map((it) => [...it.children].map((cell) => cell.textContent)));
    assert.deepEqual(
      rows.map(([title]) => title),
      bank.topics.map((it) => it.title),
    );
    assert.equal(
      rows.reduce((sum, [, , n]) => sum + Number(n), 0),
      bank.mock.questions,
    );
    assert.deepEqual(await page.locator(".times label").allTextContents(), [
      "30 minutes",
      "37.5 minutes 1.25×",
      "45 minutes 1.5×",
      "60 minutes 2×",
      "No time limit",
    ]);
    await page.locator(".card-form .check").click();
    await page.waitForSelector(".exam article");
    for (let at = 0; at < 4; at++) {
      await respond("wrong");
      for (const hint of [
        ".breakdown",
        ".key-letters",
        ".reason",
        ".hint",
        ".trap",
        "button.check",
        "[data-verdict]",
      ]) {
        assert.equal(await page.locator(`.exam article ${hint}`).count(), 0, hint);
      }
      for (const key of ["Enter", "r"]) await page.keyboard.press(key);
      assert.equal((await shown(page)).state, "open");
      await next();
    }
    await untroubled(page);
  });

  test("by mouse: navigator, flag, incomplete, review, report with the right numbers", async () => {
    await start();
    const plan = [];
    for (let at = 0; at < bank.mock.questions; at++) {
      const { id } = await shown(page);
      const several = keys[id].key.length > 1;
      const how = at % 4 === 3 ? "none" : at % 4 === 2 ? "wrong" : several && at % 4 === 1 ? "part" : "right";
      if (how !== "none") await respond(how);
      const flagged = at % 5 === 0;
      if (flagged) await page.locator(".stage button.flag").click();
      plan.push({ id, how, flagged, count: keys[id].key.length });
      if (at < bank.mock.questions - 1) await next();
    }
    const words = plan.map(({ how, flagged, count }) => {
      const state =
        how === "none" ? "not answered" : how === "part" ? `incomplete, ${count - 1} of ${count} selected` : "answered";
      return flagged ? `${state}, flagged` : state;
    });
    assert.deepEqual(await tiles(), words);
    assert.equal(await page.locator(".tile[aria-current=true] span").first().textContent(), String(plan.length));
    const count = (test) => plan.filter(test).length;
    await page.locator(".turn .forth").click();
    await page.waitForSelector(".overview-view");
    assert.match(await focused(page), /^H2 Before you hand in/);
    assert.equal(await page.locator(".overview li").count(), plan.length);
    await page.locator(".overview-view .filters label", { hasText: "Not answered" }).click();
    assert.equal(
      await page.locator(".overview li").count(),
      count((it) => it.how === "none"),
    );
    assert.match(
      await page.locator(".overview-view > .notice").textContent(),
      new RegExp(`^${count((it) => it.how === "none")} questions have no answer\\.`),
    );
    await page.locator(".overview button").first().click();
    assert.equal(await counter(), `Question ${plan.findIndex((it) => it.how === "none") + 1} of ${plan.length}`);
    await submit();

    const right = count((it) => it.how === "right");
    const percent = Math.floor((100 * right) / plan.length);
    assert.equal(await score(), `${percent}%${right} of ${plan.length} points · Pass mark 70%`);
    assert.match(await focused(page), percent >= 70 ? /^H2 Passed/ : /^H2 Not passed/);
    assert.match(
      await page.locator(".report").textContent(),
      new RegExp(`${percent}% of ${plan.length} new questions\\.`),
    );
    assert.deepEqual(
      await page.locator(".reviews details").evaluateAll((all) => all.map((it) => it.dataset.outcome)),
      plan.map(({ how }) => (how === "none" ? "unanswered" : how === "right" ? "right" : "wrong")),
    );
    const events = await log(page);
    assert.equal(events.at(-1).kind, "exam-submitted");
    assert.equal(events.at(-1).timedOut, false);
    const last = new Map(events.filter((it) => it.kind === "exam-answered").map((it) => [it.question, it]));
    for (const { id, how, flagged } of plan) {
      const event = last.get(id);
      assert.equal(event.flagged, flagged);
      assert.equal(event.verdict, { right: "right", wrong: "wrong", part: "wrong" }[how]);
    }
    await page.locator(".review > summary").nth(2).click();
    await page.waitForSelector(".reviewed article[data-state=checked]");
    assert.ok(await page.locator(".reviewed .reason").first().isVisible(), "with its reasons");
    assert.equal(await page.locator(".reviewed .choice[data-verdict=wrong]").count(), 1);
    assert.equal((await log(page)).length, events.length, "looking is no answer");
    const again = await page.locator(".report a.button").first().getAttribute("href");
    await page.goto(new URL(again, url).href);
    await page.waitForSelector(".stage article");
    assert.equal(await counter(), `Question 1 of ${plan.length - right}`);
    await untroubled(page);
  });

  test("by keyboard alone, crossed out and cleared", async () => {
    await open();
    await page.locator(".card-form .check").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".exam article");
    assert.match(await focused(page), /^H1 /);
    await page.keyboard.press("2");
    await page.keyboard.press("Shift+A");
    await page.keyboard.press("m");
    const first = await shown(page);
    await page.keyboard.press("n");
    await turned(page, first.id);
    assert.match(await focused(page), /^H1 /);
    await page.keyboard.press("p");
    await turned(page, (await shown(page)).id === first.id ? "" : (await shown(page)).id);
    assert.deepEqual(await shown(page), first);
    assert.equal(await page.locator(".choice[data-crossed]").getAttribute("data-choice"), first.order[0]);
    assert.equal(await page.locator(".choice input:checked").inputValue(), first.order[1]);
    assert.equal(await page.locator(".stage button.flag").getAttribute("aria-pressed"), "true");
    await page.locator("button.clear").focus();
    await page.keyboard.press("Enter");
    assert.match((await tiles())[0], /not answered, flagged/);
    await page.keyboard.press("?");
    const explained = await page.locator("dialog[open] dt").allTextContents();
    assert.ok(explained.includes("M") && !explained.includes("R") && !explained.includes("Enter"), explained.join());
    await page.keyboard.press("Escape");
    await page.locator(".to-overview").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".overview-view");
    await page.locator(".overview-view > .actions .check").focus();
    await page.keyboard.press("Enter");
    assert.match(await page.locator("dialog[open]").textContent(), /cannot change an answer/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".report");
    assert.match(await focused(page), /^H2 Not passed/);
  });

  test("a reload and a crash of the page lose nothing, not even what was just chosen", async () => {
    await start();
    const deadline = (await log(page))[0].deadline;
    const first = await respond("right");
    await next();
    await respond("wrong");
    await page.locator(".stage button.flag").click();
    const second = await shown(page);
    const marks = await tiles();
    await page.reload();
    await page.waitForSelector(".exam article");
    assert.deepEqual(await shown(page), second);
    assert.deepEqual(await tiles(), marks);
    await next();
    const third = await respond("right");
    await page.waitForTimeout(100);
    const crashed = page.waitForEvent("crash");
    page.goto("chrome://crash").catch(() => {});
    await crashed;
    page = await watched(context);
    await page.goto(url);
    await page.waitForSelector(".exam article");
    assert.equal((await shown(page)).id, third);
    assert.deepEqual(
      await page.locator(".stage .choice input:checked").evaluateAll((all) => all.map((it) => it.value).sort()),
      [...keys[third].key].sort(),
    );
    assert.equal((await log(page))[0].deadline, deadline, "the clock went on");
    await submit();
    assert.match(await score(), /^10%2 of 20 points/);
    const answered = (await log(page)).filter((it) => it.kind === "exam-answered" && it.verdict === "right");
    assert.deepEqual([...new Set(answered.map((it) => it.question))], [first, third]);
    await untroubled(page);
  });

  test("a killed browser loses nothing", async () => {
    const profile = mkdtempSync(join(tmpdir(), "studyhall-profile-"));
    const launch = async () => {
      const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
      const options = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
      ];
      const child = spawn(program, [...options, "about:blank"], {
        stdio: ["ignore", "ignore", "pipe"],
        detached: true,
      });
      const address = await new Promise((found, fail) => {
        child.on("exit", () => fail(new Error("the browser ended")));
        child.stderr.on("data", (text) => {
          const match = /DevTools listening on (ws:\S+)/.exec(text);
          if (match) found(match[1]);
        });
      });
      const remote = await playwright.connectOverCDP(address);
      return { child, page: await remote.contexts()[0].newPage() };
    };
    /** Kills the browser we started, and all of its own processes. */
    const kill = (child) =>
      new Promise((gone) => {
        child.removeAllListeners("exit");
        child.on("exit", gone);
        process.kill(-child.pid, "SIGKILL");
      });
    try {
      const one = await launch();
      await start(undefined, one.page);
      const first = await respond("right", one.page);
      await next(one.page);
      const second = await respond("right", one.page);
      // What the browser has taken is its own business; it takes it at once.
      await one.page.waitForTimeout(500);
      await kill(one.child);
      const two = await launch();
      await two.page.goto(url);
      await two.page.waitForSelector(".exam article");
      assert.equal((await shown(two.page)).id, second);
      assert.equal(await counter(two.page), "Question 2 of 20");
      assert.deepEqual((await tiles(two.page)).slice(0, 3), ["answered", "answered", "not answered"]);
      await submit(two.page);
      assert.match(await score(two.page), /^10%2 of 20 points/);
      assert.ok((await inForm(two.page)).includes(first));
      await kill(two.child);
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test("the clock: warnings at 30, 15, 5 and 1 minutes, nothing between, can be hidden", async () => {
    await page.clock.install({ time: new Date("2026-03-02T10:00:00Z") });
    await start(1.25);
    assert.match(await page.locator(".time").textContent(), /^37:(30|2\d)$/);
    await page.evaluate(() => {
      window.said = [];
      const status = document.querySelector(".warning");
      new MutationObserver(() => window.said.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    assert.equal(await page.locator(".time").getAttribute("role"), "timer");
    await page.locator(".hide-clock").click();
    assert.equal(await page.locator(".time").textContent(), "–:––");
    for (let minute = 0; minute < 37; minute++) await page.clock.fastForward(MINUTE);
    assert.deepEqual(await page.evaluate(() => window.said), [
      "30 minutes left",
      "15 minutes left",
      "5 minutes left",
      "1 minute left",
    ]);
    assert.match(await page.locator(".time").textContent(), /^0:[123]\d$/, "it came back for the last five minutes");
  });

  test("at 0:00 it locks and reports, with what was chosen until then", async () => {
    await page.clock.install({ time: new Date("2026-03-02T10:00:00Z") });
    await start();
    const first = await respond("right");
    await next();
    const second = await respond("right");
    await page.clock.fastForward(30 * MINUTE + 1000);
    await page.waitForSelector(".report");
    assert.match(await score(), /^10%2 of 20 points/);
    assert.match(await page.locator(".report").textContent(), /The time ran out/);
    const events = await log(page);
    assert.deepEqual([events.at(-1).kind, events.at(-1).timedOut], ["exam-submitted", true]);
    const answers = events.filter((it) => it.kind === "exam-answered");
    assert.deepEqual(
      answers.map((it) => it.question),
      [first, second],
    );
    for (const it of answers) assert.ok(it.time <= events[0].deadline);
    await untroubled(page);
  });

  test("a tab that was closed before the end: the report waits, with what was on screen", async () => {
    await page.clock.install({ time: new Date("2026-03-02T10:00:00Z") });
    await start();
    await respond("right");
    await next();
    await respond("right");
    await page.waitForTimeout(200);
    await page.close();
    page = await watched(context);
    await page.clock.install({ time: new Date("2026-03-02T18:00:00Z") });
    await page.goto(url);
    await page.waitForSelector(".report");
    assert.match(await score(), /^10%2 of 20 points/);
    assert.match(await page.locator(".report").textContent(), /The time ran out/);
  });

  test("untimed: no clock, and never over", async () => {
    await page.clock.install({ time: new Date("2026-03-02T10:00:00Z") });
    await start(0);
    assert.equal(await page.locator(".clock").textContent(), "No time limit");
    await page.clock.fastForward(26 * 60 * MINUTE);
    await respond("right");
    await submit();
    assert.match(await score(), /^5%1 of 20 points/);
  });

  test("the network lost in mid-exam changes nothing, up to the report and its reasons", async () => {
    await start();
    await context.setOffline(true);
    const ids = [];
    for (let at = 0; at < bank.mock.questions; at++) {
      ids.push(await respond("right"));
      if (at < bank.mock.questions - 1) await next();
    }
    assert.deepEqual(ids, await inForm());
    await submit();
    assert.match(await score(), /^100%20 of 20 points/);
    assert.match(await focused(page), /^H2 Passed/);
    await page.locator(".review > summary").first().click();
    await page.waitForSelector(".reviewed article[data-state=checked]");
    page.trouble = page.trouble.filter((it) => !/ERR_INTERNET_DISCONNECTED/.test(it));
    await untroubled(page);
  });

  test("no network before the start: the clock does not start", async () => {
    await open();
    await context.setOffline(true);
    await page.locator(".card-form .check").click();
    await page.waitForFunction(() => document.querySelector(".preparing").textContent.includes("could not be fetched"));
    assert.deepEqual(await log(page), []);
    await context.setOffline(false);
    await page.locator(".card-form .check").click();
    await page.waitForSelector(".exam article");
  });

  test("one tab runs it; when that is closed, the other goes on by itself", async () => {
    await start();
    await respond("right");
    await next();
    await respond("right");
    const { id } = await shown(page);
    const other = await watched(context);
    await other.goto(url);
    await other.waitForSelector(".elsewhere");
    assert.match(await other.locator(".elsewhere").textContent(), /open in another tab/);
    assert.equal(await other.locator("article").count(), 0);
    await page.close();
    await other.waitForSelector(".exam article");
    assert.equal((await shown(other)).id, id);
    const third = await watched(context);
    await third.goto(url);
    await third.waitForSelector(".elsewhere");
    await submit(other);
    await third.waitForSelector(".report");
    assert.match(await score(third), /^10%2 of 20 points/);
    await untroubled(other);
    await untroubled(third);
  });

  test("changed answers and time per question", async () => {
    await start();
    await respond("wrong");
    await next();
    await respond("right");
    await page.keyboard.press("p");
    await page.waitForFunction(() => document.querySelector(".counter").textContent.startsWith("Question 1 "));
    await respond("right");
    await next();
    await respond("wrong");
    await submit();
    const figures = Object.fromEntries(
      await page
        .locator(".figures div")
        .evaluateAll((all) => all.map((it) => [...it.children].map((cell) => cell.textContent))),
    );
    assert.deepEqual([figures["Changed to right"], figures["Changed to wrong"]], ["1", "1"]);
    assert.match(figures["Time on questions"], /^0:\d\d$/);
    await page.locator(".report .filters label", { hasText: "Changed (2)" }).click();
    assert.equal(await page.locator(".reviews > li").count(), 2);
  });

  test("forms: numbered ones say how far they are disjoint; a fresh one prefers what is new; past ones are compared", async () => {
    await open();
    await page.locator("select[name=form]").selectOption("2");
    assert.match(
      await page.locator(".card-form [role=status]").first().textContent(),
      /^(Only the first form|The first \d+ forms) .*\d+ questions? of this form/,
    );
    await page.locator("select[name=form]").selectOption("1");
    await page.locator(".card-form .check").click();
    await page.waitForSelector(".exam article");
    const form = (await log(page))[0].form;
    assert.equal(form.number, 1);
    for (let at = 0; at < 20; at++) {
      await respond("right");
      if (at < 19) await next();
    }
    await submit();
    await page.locator(".report button", { hasText: "Another exam" }).click();
    await page.waitForSelector(".card-form");
    assert.equal(await page.locator(".past tbody tr").count(), 1);
    assert.match(await page.locator(".past tbody tr").textContent(), /1100% \(20\)Passed$/);
    // 31 questions, 20 of them seen now: a form of 20 has all that is new, as far as the topics' shares allow.
    const told = await page.locator(".card-form [role=status]").first().textContent();
    const fresh = Number(/^(\d+) of its 20 questions are new/.exec(told)[1]);
    assert.ok(fresh > 0 && fresh <= bank.n - 20);
    await page.locator(".card-form .check").click();
    await page.waitForSelector(".exam article");
    const second = (await log(page)).filter((it) => it.kind === "exam-started")[1].form.ids;
    assert.equal(second.filter((it) => !form.ids.includes(it)).length, fresh);
    await submit();
    const report = await page.locator(".report").textContent();
    assert.match(
      report,
      new RegExp(`0% of ${fresh} new questions?\\. 0% of ${20 - fresh} that you had seen before\\.`),
    );
    assert.match(report, /100 percentage points worse than the time before/);
    assert.equal(await page.locator(".report .past tbody tr").count(), 2);
    await page.locator(".report .past a").last().click();
    await page.waitForFunction(() => document.querySelector(".score")?.textContent.startsWith("100%"));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".score")?.textContent.startsWith("0%"));
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".score")?.textContent.startsWith("0%"));
  });

  /** States as a learner reaches them. */
  const STATES = {
    start: async () => {},
    exam: async (it) => {
      // A numbered form, so that the same questions are looked at each time.
      await it.locator("select[name=form]").selectOption("1");
      await it.locator(".card-form .check").click();
      await it.waitForSelector(".exam article");
    },
    answered: async (it) => {
      await it.locator(".stage .choice input").first().check();
      await it.locator(".stage button.flag").click();
      await it.locator("button.cross").click();
      await it.locator(".choice label").nth(1).click();
      if (!(await it.locator(".navigator").evaluate((fold) => fold.open)))
        await it.locator(".navigator summary").click();
    },
    overview: async (it) => {
      await it.locator(".to-overview").click();
      await it.waitForSelector(".overview-view");
    },
    sure: async (it) => it.locator(".overview-view > .actions .check").click(),
    report: async (it) => {
      await it.locator("dialog[open] .check").click();
      await it.waitForSelector(".report");
    },
    reviewed: async (it) => {
      await it.locator(".review > summary").first().click();
      await it.locator(".review > summary").nth(1).click();
      await it.waitForSelector("li:nth-child(2) .reviewed article");
    },
    "start after one": async (it) => {
      await it.locator(".report button", { hasText: "Another exam" }).click();
      await it.waitForSelector(".past");
    },
  };
  for (const look of LOOKS) {
    test(`axe, width and targets in every state: ${look.name}`, async () => {
      const own = await chromium.newContext({ ...look, bypassCSP: true, reducedMotion: "reduce" });
      const there = await own.newPage();
      await open(there);
      for (const [name, reach] of Object.entries(STATES)) {
        await reach(there);
        await there.waitForTimeout(100);
        assert.deepEqual(await violations(there), [], name);
        await fits(there, name);
      }
      await own.close();
    });
  }
});
