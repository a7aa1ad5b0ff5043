// When questions and sites are edited, the history stays.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  OTHER,
  QUESTION,
  answer,
  bankOf,
  download,
  erase,
  history,
  page,
  question,
  rows,
  setUp,
  settings,
  site,
  until,
} from "./learner.js";

describe("a history of edited questions", () => {
  setUp();

  test("a former site id is taken over once", async () => {
    await question("q");
    await answer("Apple");
    const log = await until(1);
    const renamed = bankOf([QUESTION, OTHER], 'site_id = "renamed"\nformer_site_ids = ["edits"]');
    const { folder } = site;
    try {
      site.folder = renamed.folder;
      await settings();
      assert.match(await history(), /1 answer is kept/);
      assert.deepEqual(await rows(page, "studyhall:renamed"), log);
      assert.deepEqual(await rows(), log, "the old one is left as it is");
      await settings();
      assert.equal((await rows(page, "studyhall:renamed")).length, 1);
      await erase();
      await settings();
      assert.match(await history(), /0 answers are kept/);
      assert.deepEqual(await rows(), [], "erasing is for all of them");
    } finally {
      site.folder = folder;
      renamed.remove();
    }
  });
  test("edited, re-keyed, renamed and deleted questions keep their history", async () => {
    await question("q");
    await answer("Chair");
    await page.keyboard.press("m");
    await question("r");
    await answer("Green");
    const log = await until(3);
    const { folder } = site;
    /** What today's questions make of the log; the page's own modules are the ones that are asked. */
    const after = async (...questions) => {
      const edited = bankOf(questions);
      site.folder = edited.folder;
      try {
        await settings();
        const { bytes } = await download(() =>
          page.getByRole("button", { name: "Export answers for the authors" }).click(),
        );
        const urls = JSON.parse(await page.locator("#exams").textContent())[0];
        const [bank, keys] = await page.evaluate(
          (urls) => Promise.all(urls.map((it) => fetch(it).then((answer) => answer.json()))),
          [urls.bank, urls.keys],
        );
        const { lookupOf, readBank } = await import("../../themes/default/scripts/study/bank.js");
        const { derive } = await import("../../themes/default/scripts/study/state.js");
        const state = derive(await rows(), lookupOf(readBank(bank)), keys.keys);
        return { state, file: JSON.parse(bytes) };
      } finally {
        site.folder = folder;
        edited.remove();
      }
    };
    const brief = ({ state }) =>
      state.attempts.map(({ question, at, verdict, verdictThen, changed, again }) => [
        question,
        at >= 0,
        verdict,
        verdictThen,
        changed,
        again,
      ]);

    const kept = ["demo/r", true, "right", "right", null, false];
    assert.deepEqual(brief(await after(QUESTION, OTHER)), [["demo/q", true, "wrong", "wrong", null, false], kept]);
    assert.deepEqual(
      brief(await after({ ...QUESTION, key: [1] }, OTHER)),
      [["demo/q", true, "right", "wrong", "key", true], kept],
      "another key",
    );
    assert.deepEqual(
      brief(await after({ ...QUESTION, stem: "Which one is a fruit?" }, OTHER)),
      [["demo/q", true, "wrong", "wrong", "content", false], kept],
      "another stem",
    );
    assert.deepEqual(
      brief(await after({ ...QUESTION, choices: ["Apple", "An armchair", "Stone", "River"], key: [1] }, OTHER)),
      [["demo/q", true, "right", "wrong", "content", true], kept],
      "the chosen choice in other words, and now the key",
    );
    assert.deepEqual(
      brief(await after({ ...QUESTION, choices: ["A red apple", "Chair", "Stone", "River"] }, OTHER)),
      [["demo/q", true, "wrong", "wrong", "content", false], kept],
      "the key in other words",
    );
    assert.deepEqual(
      brief(await after({ ...QUESTION, choices: [...QUESTION.choices, "Cloud"] }, OTHER)),
      [["demo/q", true, "wrong", "wrong", "content", true], kept],
      "a choice more",
    );
    const renamed = await after({ ...QUESTION, slug: "fruit", front: "former_ids: [demo/q]\n" }, OTHER);
    assert.deepEqual(brief(renamed), [["demo/fruit", true, "wrong", "wrong", null, false], kept], "renamed");
    assert.deepEqual([...renamed.state.flags], [["demo/fruit", true]]);
    assert.deepEqual(
      renamed.file.attempts.map((it) => it.question),
      ["demo/fruit", "demo/r"],
    );
    assert.deepEqual(brief(await after(OTHER)), [["demo/q", false, "wrong", "wrong", null, false], kept], "deleted");
    assert.deepEqual(await rows(), log, "the log is as it was");

    const edited = bankOf([{ ...QUESTION, slug: "fruit", front: "former_ids: [demo/q]\n" }, OTHER]);
    site.folder = edited.folder;
    try {
      await question("fruit");
      await page.mouse.move(40, 40);
      await page.waitForSelector(".flag[aria-pressed=true]");
    } finally {
      site.folder = folder;
      edited.remove();
    }
  });
});
