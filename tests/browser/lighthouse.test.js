// Lighthouse: accessibility and best practices 100 on every kind of page, SEO 100 on every indexable one.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import lighthouse from "lighthouse";
import { HIDDEN, KINDS, ROOT, build, serve } from "./site.js";

describe("lighthouse", () => {
  let sample, site, profile, chromium, port;
  before(async () => {
    // Canonical addresses must be those the pages are served at.
    const probe = build(ROOT);
    site = await serve(probe, "/study-hall/");
    sample = build(ROOT, "--base-url", site.url);
    probe.remove();
    probe.folder = sample.folder;
    profile = mkdtempSync(join(tmpdir(), "studyhall-profile-"));
    chromium = spawn(
      process.env.CHROMIUM ?? "/usr/bin/chromium",
      ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    port = await new Promise((found) => {
      let text = "";
      chromium.stderr.on("data", (it) => {
        text += it;
        const match = /ws:\/\/[^:]+:(\d+)\//.exec(text);
        if (match) found(Number(match[1]));
      });
    });
  });
  after(async () => {
    const gone = new Promise((done) => chromium.once("exit", done));
    chromium.kill("SIGKILL");
    await gone;
    await site.close();
    sample.remove();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const [kind, path] of Object.entries(KINDS)) {
    test(kind, async (t) => {
      const { lhr } = await lighthouse(site.url + path, { port, logLevel: "silent", onlyCategories: ["accessibility", "best-practices", "seo", "performance"] });
      const score = (name) => Math.round(lhr.categories[name].score * 100);
      const failed = (name) =>
        lhr.categories[name].auditRefs.filter((it) => it.weight > 0 && lhr.audits[it.id].score !== null && lhr.audits[it.id].score < 1).map((it) => it.id);
      t.diagnostic(`performance ${score("performance")} (reported, not asked for)`);
      assert.deepEqual([score("accessibility"), failed("accessibility")], [100, []]);
      assert.deepEqual([score("best-practices"), failed("best-practices")], [100, []]);
      if (!HIDDEN.includes(kind)) assert.deepEqual([score("seo"), failed("seo")], [100, []]);
    });
  }
});
