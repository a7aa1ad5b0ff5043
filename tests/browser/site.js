// Builds a bank with the program under test and serves it under its own sub-path.

import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

export const ROOT = new URL("../..", import.meta.url).pathname;
const PROGRAM = process.env.STUDYHALL ?? join(ROOT, "target/release/studyhall");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Builds a bank into a folder of its own and returns what the tests need of it. */
export function build(bank, ...args) {
  const folder = mkdtempSync(join(tmpdir(), "studyhall-site-"));
  execFileSync(PROGRAM, ["build", "--quiet", "--root", bank, "--output", folder, ...args], { stdio: "inherit" });
  const csp = /Content-Security-Policy: (.*)/.exec(readFileSync(join(folder, "_headers"), "utf8"))[1];
  return { folder, csp, remove: () => rmSync(folder, { recursive: true }) };
}

/** Returns the names of all files of a folder, with `/`. */
export function files(folder, below = "") {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter((it) => !it.name.startsWith("."))
    .flatMap((it) => (it.isDirectory() ? files(folder, `${below}${it.name}/`) : [`${below}${it.name}`]));
}

/**
 * Serves a built site below `base`, with the headers of `_headers`.
 * `delays` maps the end of a path to milliseconds that the answer waits.
 */
export async function serve(site, base, delays = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (!path.startsWith(base)) return response.writeHead(404).end();
    let file = join(site.folder, path.slice(base.length));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    const found = existsSync(file);
    if (!found) file = join(site.folder, "404.html");
    const delay = Object.entries(delays).find(([end]) => path.endsWith(end))?.[1] ?? 0;
    setTimeout(() => {
      response.writeHead(found ? 200 : 404, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        "content-security-policy": site.csp,
      });
      response.end(readFileSync(file));
    }, delay);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${server.address().port}${base}`;
  return { url, close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

/** Starts the browser. */
export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** One page of each kind of the sample bank. */
export const KINDS = {
  home: "",
  exam: "mle/",
  topic: "mle/scaling/",
  question: "mle/scaling/pipeline-bubble/",
  multiple: "mle/data-preparation/ingestion-checks/",
  lesson: "mle/lessons/data-parallelism/",
  difficulty: "rust/difficulty/hard/",
  tag: "tags/distributed-training/",
  tags: "tags/",
  vendor: "vendors/study-hall/",
  vendors: "vendors/",
  author: "authors/ml-desk/",
  authors: "authors/",
  page: "about/",
  practice: "mle/practice/",
  mock: "mle/mock/",
  review: "mle/review/",
  progress: "mle/progress/",
  settings: "settings/",
  "not-found": "404.html",
};

/** Kinds that search engines are asked to pass over. */
export const HIDDEN = ["practice", "mock", "review", "progress", "settings", "not-found"];

/** One page of each kind of the mixed bank. */
export const MIXED = {
  blocks: "demo/first/blocks/",
  retired: "demo/first/true-false/",
  german: "demo/first/german/",
  arabic: "arabic/one/sum/",
  "arabic code": "arabic/one/code/",
  "arabic exam": "arabic/",
  "empty topic": "demo/second/",
  lesson: "demo/lessons/short/",
  author: "authors/two-names/",
};
