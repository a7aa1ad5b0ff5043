// Measures what a learner with a long history waits for: 10,000 questions of one exam, 100,000 logged attempts.
//
//     STUDYHALL=target/release/studyhall node benches/study.mjs
//
// Practice is to show its first question within 300 ms of the page's start, the progress page all of itself within one
// second. Machines differ, so the gates are at twice that; the figures are reported.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, browser, build, serve } from "../tests/browser/site.js";
import { plant } from "../tests/browser/planted.js";
import { seeded, uuidOf } from "../tests/scripts/study_log.js";
import { examOf } from "../tests/browser/planted.js";
import { readBank } from "../themes/default/scripts/study/bank.js";
import { readFileSync } from "node:fs";

const QUESTIONS = Number(process.env.QUESTIONS ?? 10_000);
const ATTEMPTS = Number(process.env.ATTEMPTS ?? 100_000);
const RUNS = 5;
/** Milliseconds: what is aimed at, and what fails. */
const pages = [
  { name: "practice shows its first question", path: "practice/", ready: "article.question .choices", aim: 300 },
  { name: "the progress page is whole", path: "progress/", ready: ".mocks", aim: 1000 },
  { name: "Today says what to do", path: "review/", ready: ".task", aim: 1000 },
];

const folder = mkdtempSync(join(tmpdir(), "studyhall-bench-"));
const bankFolder = join(folder, "bank");
execFileSync("python3", [join(ROOT, "benches/corpus.py"), String(QUESTIONS), bankFolder, "--exams", "1"], {
  stdio: ["ignore", "ignore", "inherit"],
});
const site = build(bankFolder);
const base = "/";
const served = await serve(site, base);
const chromium = await browser();
try {
  const { exam, siteId } = await findExam();
  const { bank: file } = examOf(site, exam);
  const parts = (file.parts ?? []).map((url) => JSON.parse(readFileSync(join(site.folder, url.slice(base.length)))));
  const events = attempts(readBank(file, parts), ATTEMPTS);
  const context = await chromium.newContext();
  const page = await context.newPage();
  await page.goto(`${served.url}404.html`);
  await plant(page, siteId, events);
  let failed = false;
  for (const { name, path, ready, aim } of pages) {
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      await page.addInitScript((wanted) => {
        const look = () => {
          // The frame after the one in which it came is the first that shows it.
          if (document.querySelector(wanted)) requestAnimationFrame(() => (window.shown ??= performance.now()));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }, ready);
      await page.goto(`${served.url}${exam}/${path}`);
      await page.waitForFunction(() => window.shown !== undefined, null, { timeout: 60_000 });
      times.push(await page.evaluate(() => window.shown));
    }
    times.sort((one, other) => one - other);
    const median = times[RUNS >> 1];
    const bad = median > 2 * aim;
    failed ||= bad;
    const range = `${times[0].toFixed(0)} to ${times[RUNS - 1].toFixed(0)}`;
    console.log(`${name}: ${median.toFixed(0)} ms (${range}); aim ${aim}, gate ${2 * aim}${bad ? ": TOO SLOW" : ""}`);
  }
  process.exitCode = failed ? 1 : 0;
} finally {
  await chromium.close();
  await served.close();
  site.remove();
  rmSync(folder, { recursive: true });
}

/** The only exam, and under which name its learners' logs are kept. */
async function findExam() {
  const page = await chromium.newPage();
  await page.goto(served.url);
  const siteId = await page.locator("body").getAttribute("data-site");
  const [{ id }] = JSON.parse(await page.locator("#exams").textContent());
  await page.close();
  return { exam: id, siteId };
}

/** Attempts over two years, some questions often and some never, right more often as time goes by. */
function attempts({ entries }, count) {
  const random = seeded(42);
  const end = Date.now() - 3_600_000;
  const span = 2 * 365 * 86_400_000;
  return Array.from({ length: count }, (_, at) => {
    const entry = entries[Math.floor(random() ** 1.5 * entries.length)];
    const order = Array.from({ length: entry.choices }, (_, choice) => `c${choice}`);
    const right = random() < 0.5 + (0.35 * at) / count;
    const confidence = ["guess", "unsure", "sure", null][Math.floor(random() * 4)];
    return {
      v: 1,
      uuid: uuidOf(at + 1),
      device: uuidOf(0xd1),
      time: Math.round(end - span + (span * at) / count),
      zone: 60,
      kind: "attempt",
      question: entry.id,
      revision: entry.revision,
      chosen: right ? order.slice(0, entry.keys) : order.slice(-entry.keys),
      order,
      verdict: right ? "right" : "wrong",
      score: right ? 1 : 0,
      ms: 15_000 + Math.floor(random() * 90_000),
      confidence,
      hints: 0,
      mode: "practice",
      form: null,
    };
  });
}
