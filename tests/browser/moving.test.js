// A learner takes the history along: as a file, to another device, to the authors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  answer,
  chromium,
  dialog,
  download,
  erase,
  exportAll,
  history,
  importFile,
  newPage,
  page,
  question,
  rows,
  served,
  setUp,
  settings,
  site,
  until,
} from "./learner.js";

describe("a history on its way", () => {
  setUp();

  test("export, erase, import: the data is back, and the page says so", async () => {
    await question("q");
    await answer("Chair");
    await page.keyboard.press("m");
    await until(2);
    await settings();
    const { name, bytes } = await exportAll();
    assert.match(name, /^edits-history-\d{4}-\d\d-\d\d\.studyhall\.json\.gz$/);
    assert.equal(JSON.parse(gunzipSync(bytes)).count, 2);
    await importFile(bytes);
    await dialog().getByText("2 entries are here already.").waitFor();
    assert.match(await dialog().innerText(), /^Nothing new in it/);
    await dialog().getByRole("button", { name: "Close" }).click();
    await erase();
    assert.deepEqual(await rows(), []);
    assert.match(await history(), /0 answers are kept/);
    await importFile(bytes);
    await dialog().getByText("2 entries are new.").waitFor();
    assert.match(
      await dialog().innerText(),
      /1 of them is an answer\.[^]*2 entries are from before you erased everything, and come back\./,
    );
    await dialog().getByRole("button", { name: "Import" }).click();
    await page.getByText("2 entries were added. What you had erased is back.").waitFor();
    assert.match(await history(), /1 answer is kept/);
    await question("q");
    await page.mouse.move(40, 40);
    await page.waitForSelector(".flag[aria-pressed=true]");
  });
  test("importing saves a backup of what is there first", async () => {
    await settings();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await until(1);
    const { bytes } = await exportAll();
    await erase();
    await page.getByLabel("Date of the exam").fill("2031-06-02");
    await until(1);
    await importFile(bytes);
    await dialog().getByText("exported first, as a backup").waitFor();
    const backup = await download(() => dialog().getByRole("button", { name: "Import" }).click());
    assert.deepEqual(
      JSON.parse(gunzipSync(backup.bytes)).events.map((it) => it.date),
      ["2031-06-02"],
    );
    await until(2);
  });
  test("a damaged, foreign or other site's file is refused in clear words", async () => {
    await settings();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await until(1);
    const { bytes } = await exportAll();
    const text = gunzipSync(bytes).toString();
    const flipped = Buffer.from(bytes);
    flipped[30] ^= 4;
    const refused = [
      [flipped, /damaged/],
      [bytes.subarray(0, -10), /damaged/],
      [gzipSync(text.replace("2030", "2031")), /damaged/],
      [gzipSync(text.replace('"version":1', '"version":2')), /newer version of this program/],
      [gzipSync(text.replace('"site":"edits"', '"site":"else"')), /belongs to another site/],
      [Buffer.from("a,b,c"), /not a file with a history/],
      [gzipSync(Buffer.alloc(300 * 2 ** 20)), /larger than any history/],
    ];
    for (const [content, words] of refused) {
      await importFile(content);
      await dialog().waitFor();
      const said = await dialog().innerText();
      assert.match(said, /^This cannot be imported/);
      assert.match(said, words);
      await page.keyboard.press("Escape");
      await dialog().waitFor({ state: "detached" });
    }
    assert.equal((await rows()).length, 1);
  });
  test("a hand-over goes from one browser to another, and only what is new", async () => {
    await question("q");
    await answer("Apple");
    await until(1);
    await settings();
    const send = async () => {
      await page.getByRole("button", { name: "Make a link" }).click();
      await page.locator(".handover > *").first().waitFor();
      return page.locator(".handover input").inputValue();
    };
    const link = await send();
    assert.ok(link.startsWith(`${served.url}settings/#handover=1z`));
    assert.match(await page.locator(".handover").innerText(), /1 entry/);
    assert.equal(await page.locator(".handover svg.qr").count(), 1);
    await page.getByRole("button", { name: "It has arrived there" }).click();
    await page.getByText("Next time, only what comes from now on").waitFor();

    const device = await chromium.newContext();
    const far = await newPage(device);
    const asked = [];
    far.on("request", (request) => asked.push(request.url()));
    await far.goto(link);
    await dialog(far).getByText("1 entry is new.").waitFor();
    assert.equal(new URL(far.url()).hash, "", "it is gone from the address");
    await dialog(far).getByRole("button", { name: "Import" }).click();
    await far.getByText("1 entry was added.").waitFor();
    assert.deepEqual(await rows(far), await rows());
    assert.ok(!asked.some((it) => it.includes("handover=") && !it.includes("#")), "no server was told");
    await far.goto("about:blank");
    await far.goto(link);
    await dialog(far).getByText("1 entry is here already.").waitFor();
    await far.keyboard.press("Escape");
    await far.evaluate(() => (location.hash = "#handover=1zAAAA"));
    await dialog(far).getByText("It is damaged").waitFor();
    await device.close();

    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByText("Nothing has come since the last time.").waitFor();
    await page.getByLabel("Date of the exam").fill("2030-05-01");
    await until(2);
    assert.notEqual(await send(), link);
    assert.match(await page.locator(".handover").innerText(), /1 entry/);
  });
  test("answers for the authors hold no more than they should", async () => {
    await question("q");
    await page.locator(".note summary").click();
    await page.locator(".note textarea").fill("private words");
    await answer("Chair");
    const log = await until(2);
    await settings();
    const give = () => download(() => page.getByRole("button", { name: "Export answers for the authors" }).click());
    const { name, bytes } = await give();
    assert.match(name, /^edits-answers-.*\.json$/);
    const file = JSON.parse(bytes);
    const attempt = log.find((it) => it.kind === "attempt");
    assert.deepEqual(Object.keys(file), ["format", "version", "site", "learner", "attempts"]);
    assert.equal(file.attempts.length, 1);
    assert.deepEqual(Object.keys(file.attempts[0]), [
      ..."id question revision chosen verdict score first day seconds confidence sitting".split(" "),
    ]);
    assert.equal(file.attempts[0].revision, attempt.revision);
    for (const secret of ["private", attempt.device, String(attempt.time)]) assert.ok(!String(bytes).includes(secret));
    assert.equal(JSON.parse((await give()).bytes).learner, file.learner, "the same learner twice can be told");
    await erase();
    assert.notEqual(JSON.parse((await give()).bytes).learner, file.learner);
  });
});
