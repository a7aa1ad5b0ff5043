// Answering a question: by mouse, by keyboard alone, and what is announced.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, afterEach, describe, test } from "node:test";
import { KINDS, MIXED, ROOT, browser, build, serve } from "./site.js";

describe("answering", () => {
  let chromium, sample, mixed, site, odd, page;
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
  beforeEach(async () => {
    page = await chromium.newPage();
  });
  afterEach(() => page.close());

  const open = async (url) => {
    await page.goto(url);
    await page.waitForFunction(() => document.querySelector("article")?.dataset.state === "open");
    await page.evaluate(() => {
      window.said = [];
      const status = document.querySelector(".status");
      new MutationObserver(() => status.textContent.trim() && window.said.push(status.textContent.trim())).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
  };
  const keys = () => page.locator('.reason[data-key="true"]').evaluateAll((all) => all.map((it) => it.dataset.choice));
  const input = (id) => page.locator(`.choice[data-choice="${id}"] input`);
  const letter = (id) => page.locator(`.choice[data-choice="${id}"] .letter`).textContent();
  const said = async () => {
    await page.waitForFunction(() => window.said.length > 0);
    await page.waitForTimeout(100);
    return page.evaluate(() => window.said.splice(0));
  };
  const verdicts = () =>
    page.locator(".choice").evaluateAll((all) => Object.fromEntries(all.map((it) => [it.dataset.choice, it.dataset.verdict])));
  const wrong = async () => {
    const key = await keys();
    const all = await page.locator(".choice").evaluateAll((list) => list.map((it) => it.dataset.choice));
    return all.filter((it) => !key.includes(it));
  };

  test("right: one sentence, the breakdown opens, the key is marked", async () => {
    await open(site.url + KINDS.question);
    const [key] = await keys();
    await input(key).check();
    await page.locator("button.check").click();
    assert.deepEqual(await said(), [`Correct. The answer is ${await letter(key)}.`]);
    assert.equal((await verdicts())[key], "correct");
    assert.ok(await page.locator(".breakdown").evaluate((it) => it.open));
    assert.equal(await page.locator(".key-letters").textContent(), await letter(key));
  });

  test("wrong: four words, each in text and not by colour alone", async () => {
    await open(site.url + KINDS.question);
    const [key] = await keys();
    const [first, ...others] = await wrong();
    await input(first).check();
    await page.locator("button.check").click();
    assert.deepEqual(await said(), [`Not correct. The answer is ${await letter(key)}.`]);
    const found = await verdicts();
    assert.deepEqual([found[first], found[key], ...others.map((it) => found[it])], ["wrong", "missed", ...others.map(() => "left")]);
    const words = await page.locator(".verdict").evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.textContent.trim()));
    assert.deepEqual(new Set(words), new Set(["Your answer was wrong", "Should have been selected", "Rightly left"]));
  });

  test("the wrong number of selections is not yet, not wrong", async () => {
    await open(site.url + KINDS.multiple);
    const key = await keys();
    const others = await wrong();
    const check = async (ids, expected) => {
      for (const id of [...key, ...others]) await input(id).setChecked(ids.includes(id));
      await page.locator("button.check").click();
      assert.deepEqual(await said(), [expected]);
      assert.deepEqual(new Set(Object.values(await verdicts())), new Set([undefined]));
      assert.ok(!(await page.locator(".breakdown").evaluate((it) => it.open)));
    };
    assert.ok(key.length > 1 && others.length > 1, "a question with room for both");
    await check([], `Not yet: select ${key.length} more.`);
    await check(key.slice(1), "Not yet: select one more.");
    await check([...key, others[0]], "Not yet: that is one too many.");
    await check([...key, ...others.slice(0, 2)], "Not yet: that is 2 too many.");
    for (const id of others) await input(id).uncheck();
    await page.locator("button.check").click();
    assert.match((await said())[0], /^Correct\./);
  });

  test("retry keeps the order; clear empties; a crossed-out choice can still be chosen", async () => {
    await open(site.url + KINDS.question);
    const order = () => page.locator(".choice").evaluateAll((all) => all.map((it) => it.dataset.choice));
    const first = await order();
    await input(first[0]).check();
    await page.locator("button.check").click();
    await page.locator("button.retry").click();
    assert.deepEqual(await order(), first);
    assert.equal(await page.locator("article").getAttribute("data-state"), "open");
    assert.ok(!(await page.locator(".breakdown").evaluate((it) => it.open)));
    await page.locator("button.cross").click();
    await page.locator(".choice label").nth(1).click();
    assert.equal(await page.locator(".choice[data-crossed]").count(), 1);
    await page.locator("button.cross").click();
    await page.locator(".choice label").nth(1).click();
    assert.ok(await input(first[1]).isChecked());
    await page.locator("button.clear").click();
    assert.equal(await page.locator(".choice input:checked").count(), 0);
  });

  test("letters, references and the key follow the order on screen", async () => {
    let moved = 0;
    for (let seed = 1; seed <= 8; seed++) {
      await open(`${odd.url}${MIXED.blocks}?seed=${seed}`);
      const order = await page.locator(".choice").evaluateAll((all) => all.map((it) => it.dataset.choice));
      moved += Number(order.join() !== [...order].sort().join());
      assert.deepEqual(await page.locator(".choices .letter").allTextContents(), order.map((_, at) => "ABCDEFGH"[at]));
      assert.deepEqual(await page.locator(".reason").evaluateAll((all) => all.map((it) => it.dataset.choice)), order);
      assert.equal(order.at(-1), await page.locator(".choice[data-pinned]").getAttribute("data-choice"), "none of the above stays last");
      const references = await page
        .locator(".choice-ref")
        .evaluateAll((all) => all.map((it) => [it.dataset.choice, it.textContent]));
      assert.ok(references.length >= 6);
      for (const [id, text] of references) assert.equal(text, "ABCDEFGH"[order.indexOf(id)]);
      const letters = (await keys()).map((it) => "ABCDEFGH"[order.indexOf(it)]).sort();
      assert.equal(await page.locator(".key-letters").textContent(), letters.join(" and "));
    }
    assert.ok(moved > 0);
  });

  test("by keyboard alone, with focus kept and shortcuts that can be switched off", async () => {
    await open(site.url + KINDS.question);
    const [key] = await keys();
    const at = (await page.locator(".choice").evaluateAll((all) => all.map((it) => it.dataset.choice))).indexOf(key);
    await page.keyboard.press(String(at + 1));
    assert.ok(await input(key).isChecked());
    await page.keyboard.press("Enter");
    assert.match((await said())[0], /^Correct\./);
    await page.keyboard.press("?");
    assert.ok(await page.locator("dialog.help").evaluate((it) => it.open));
    await page.locator("dialog.help input.single-keys").uncheck();
    await page.keyboard.press("Escape");
    assert.ok(!(await page.locator("dialog.help").evaluate((it) => it.open)));
    const url = page.url();
    await page.keyboard.press("n");
    await page.waitForTimeout(200);
    assert.equal(page.url(), url, "switched off");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("article")?.dataset.state === "open");
    await page.keyboard.press("n");
    await page.waitForTimeout(200);
    assert.equal(page.url(), url, "and it stays so");
    await page.locator("button.keys").click();
    await page.locator("dialog.help input.single-keys").check();
    await page.keyboard.press("Escape");
    await Promise.all([page.waitForURL((it) => it.href !== url), page.keyboard.press("n")]);
    await Promise.all([page.waitForURL(url), page.keyboard.press("p")]);
    await page.waitForFunction(() => document.querySelector("article")?.dataset.state === "open");
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.querySelector("article").dataset.state === "revealed");
  });

  test("keys with Ctrl, Alt or Meta, and in text fields, do nothing", async () => {
    await open(site.url + KINDS.question);
    for (const it of ["Control+1", "Alt+1", "Meta+1"]) await page.keyboard.press(it);
    assert.equal(await page.locator(".choice input:checked").count(), 0);
  });

  test("tab order: choices, then check, with a visible focus on each stop", async () => {
    await open(site.url + KINDS.multiple);
    await page.locator("h1").focus();
    const stops = [];
    for (let at = 0; at < 12; at++) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(() => {
          const it = document.activeElement;
          const style = getComputedStyle(it);
          const ring = (s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0;
          const around = it.closest(".choice label, .choice");
          return { kind: it.className || it.type, ring: ring(style) || (around && ring(getComputedStyle(around))) || false };
        }),
      );
    }
    const kinds = stops.map((it) => it.kind);
    assert.ok(kinds.indexOf("check") > kinds.lastIndexOf("checkbox"), kinds.join(" "));
    assert.equal(kinds.filter((it) => it === "checkbox").length, 5);
    assert.deepEqual(stops.filter((it) => !it.ring).map((it) => it.kind), []);
  });

  test("the report of a problem carries id, revision, order and answer", async () => {
    await open(site.url + KINDS.question);
    const [key] = await keys();
    await input(key).check();
    await page.locator("button.check").click();
    await said();
    const link = page.locator("a.report");
    await link.evaluate((it) => it.addEventListener("click", (event) => event.preventDefault()));
    await link.click();
    const body = new URL(await link.getAttribute("href")).searchParams.get("body");
    const { question, revision } = await page.locator("article").evaluate((it) => ({ ...it.dataset }));
    for (const part of [question, revision, key]) assert.ok(body.includes(part), `${part} in ${body}`);
  });
});
