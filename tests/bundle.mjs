// Bundles the theme's scripts and style sheet into what is sent as it is, which is checked in: building a site needs no npm.
// `--check` writes nothing, and fails if a checked-in bundle is not what its sources give, or is over its budget.
import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const theme = new URL("../themes/default/", import.meta.url);

/**
 * Entries with their budgets in bytes: order.js holds back the first paint, so it counts as it is.
 * What goes to `preview` is no part of a site: only `studyhall watch` sends it.
 */
const bundles = [
  { name: "order.js", from: "scripts", to: "static", raw: 1536 },
  { name: "question.js", entry: "question_page.js", from: "scripts", to: "static", gzip: 4800 },
  // Fetched once a learner does something on a question's page; the two together are what such a page may have at most.
  { name: "journal.js", from: "scripts", to: "static", gzip: 10240 - 4800 },
  // What a mode adds, over the most that a question page may have: the question and the log are in it.
  { name: "practice.js", loads: ["./due.js"], from: "scripts", to: "static", gzip: 10240 + 10240 },
  { name: "due.js", from: "scripts", to: "static", gzip: 2048 },
  { name: "mock.js", from: "scripts", to: "static", gzip: 10240 + 13312 },
  { name: "settings.js", from: "scripts", to: "static", gzip: 20480 },
  // On the home page and an exam's; what it loads for learners who come back comes after all else.
  { name: "home.js", from: "scripts", to: "static", gzip: 512 },
  { name: "resume.js", from: "scripts", to: "static", gzip: 14336 },
  // The log, what is due and the plan are in it.
  { name: "today.js", from: "scripts", to: "static", gzip: 10240 + 8192 },
  // The log, what is due and readiness are in it, and then what statistics may add.
  { name: "progress.js", from: "scripts", to: "static", gzip: 10240 + 4096 + 8192 },
  { name: "study.css", from: "styles", to: "static", gzip: 6144 },
  { name: "style.css", from: "styles", to: "static", gzip: 6144 },
  { name: "watch.js", from: "scripts", to: "preview", gzip: 6144 },
  { name: "watch.css", from: "styles", to: "preview", gzip: 6144 },
];

const check = process.argv.includes("--check");
let failed = false;
for (const { name, entry = name, loads = [], from, to, raw = Infinity, gzip = Infinity } of bundles) {
  const { outputFiles } = await build({
    // Relative to the root, so that no machine's path can reach the output.
    absWorkingDir: new URL("..", import.meta.url).pathname,
    entryPoints: [`themes/default/${from}/${entry}`],
    bundle: true,
    charset: "utf8",
    // A bundle of its own beside this one, fetched where it is needed.
    external: loads,
    format: "esm",
    legalComments: "none",
    minify: true,
    sourcemap: false,
    target: from === "scripts" ? "es2022" : "esnext",
    write: false,
  });
  const made = outputFiles[0].contents;
  const size = { raw: made.length, gzip: gzipSync(made, { level: 9 }).length };
  console.log(`${name}: ${size.raw} bytes, ${size.gzip} gzipped`);
  if (size.raw > raw || size.gzip > gzip) {
    console.error(`${name} is over its budget of ${Math.min(raw, gzip)} bytes`);
    failed = true;
  }
  const file = new URL(`${to}/${name}`, theme);
  if (!check) {
    await writeFile(file, made);
  } else if (!(await readFile(file).catch(() => Buffer.of())).equals(made)) {
    console.error(`${to}/${name} is stale: run \`npm run bundle\``);
    failed = true;
  }
}
process.exitCode = failed ? 1 : 0;
