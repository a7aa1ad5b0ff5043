// What can be judged from the files alone: links, budgets, no inline style, no answer in a description.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { ROOT, build, files } from "./site.js";

const BANKS = [
  { name: "the sample bank", root: ROOT, base: "/study-hall/" },
  { name: "the mixed bank", root: join(ROOT, "tests/site/mixed"), base: "/some/where/" },
];

for (const bank of BANKS) {
  describe(bank.name, () => {
    let site;
    let pages;
    before(() => {
      site = build(bank.root);
      pages = files(site.folder)
        .filter((it) => it.endsWith(".html"))
        .map((name) => ({ name, html: readFileSync(join(site.folder, name), "utf8") }));
    });
    after(() => site.remove());

    test("every address leads to a file, every part of a page exists", () => {
      const broken = [];
      const ids = (html) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((it) => it[1]));
      for (const { name, html } of pages) {
        for (const [, raw] of html.matchAll(/\s(?:href|src|data-bank|data-keys)="([^"]*)"/g)) {
          const address = raw.replaceAll("&amp;", "&").replaceAll("&#x2F;", "/");
          if (/^(https?:|mailto:|tel:)/.test(address)) continue;
          const [whole, part] = address.split("#");
          const [path] = whole.split("?");
          const inner = path === "" ? name : decodeURIComponent(path.slice(bank.base.length));
          if (path !== "" && !path.startsWith(bank.base)) broken.push(`${name}: ${address} leaves the base path`);
          const file = join(site.folder, inner.endsWith("/") || inner === "" ? `${inner}index.html` : inner);
          if (!existsSync(file) || statSync(file).isDirectory()) broken.push(`${name}: ${address} leads nowhere`);
          else if (part && !ids(readFileSync(file, "utf8")).has(decodeURIComponent(part)))
            broken.push(`${name}: ${address} has no such part`);
        }
      }
      assert.deepEqual(broken, []);
    });

    test("no inline style, no inline script, no handler", () => {
      for (const { name, html } of pages) {
        const shown = html.replace(/<(code|pre)[\s\S]*?<\/\1>/g, "");
        assert.doesNotMatch(shown, /<[a-z][^>]*\sstyle=/i, name);
        assert.doesNotMatch(shown, /<[a-z][^>]*\son[a-z]+=/i, name);
        assert.doesNotMatch(html, /<style/i, name);
        for (const [tag] of html.matchAll(/<script[^>]*>/g))
          assert.match(tag, /\ssrc="|type="application\/(?:ld\+)?json"/, name);
      }
    });

    test("ids are unique in each page", () => {
      for (const { name, html } of pages) {
        const ids = [...html.matchAll(/<[^>]*\sid="([^"]*)"/g)].map((it) => it[1]);
        assert.equal(new Set(ids).size, ids.length, name);
      }
    });

    test("head: one title, one canonical address, structured data that parses", () => {
      for (const { name, html } of pages) {
        if (html.includes('http-equiv="refresh"')) continue;
        assert.equal([...html.matchAll(/<title>[^<]+<\/title>/g)].length, 1, name);
        const canonical = [...html.matchAll(/<link rel="canonical" href="([^"]+)"/g)];
        assert.equal(canonical.length, name === "404.html" ? 0 : 1, name);
        for (const [, json] of html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g))
          JSON.parse(json);
      }
    });

    test("no description gives the key away", () => {
      for (const { name, html } of pages.filter((it) => it.html.includes("<article class=\"question"))) {
        const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
        const stem = /class="stem prose[^"]*"[^>]*>([\s\S]*?)<\/div>\s*<(?:p class="cue"|aside|form)/.exec(html)[1].replace(/<[^>]*>/g, "");
        const [, letters] = /class="key-letters">([\s\S]*?)<\/strong>/.exec(html);
        const keys = [...letters.matchAll(/data-choice="([^"]+)"/g)];
        assert.ok(keys.length > 0, name);
        for (const [, id] of keys) {
          const choice = new RegExp(`data-choice="${id}"[\\s\\S]*?class="content">([\\s\\S]*?)</span></?label`).exec(html)?.[1];
          const text = choice?.replace(/<[^>]*>/g, "").trim();
          if (text && text.length > 12 && !stem.includes(text)) assert.ok(!description.includes(text), name);
        }
      }
    });

    test("budgets of a question page, gzipped", (t) => {
      const size = (bytes) => gzipSync(bytes, { level: 9 }).length;
      const sizes = pages
        .filter((it) => it.html.includes("<article class=\"question"))
        .map((it) => ({ name: it.name, bytes: size(it.html) }))
        .sort((a, b) => a.bytes - b.bytes);
      const median = sizes[Math.floor(sizes.length / 2)].bytes;
      const most = sizes.at(-1);
      const assets = files(site.folder).filter((it) => it.startsWith("assets/"));
      const sum = (end) => assets.filter((it) => it.endsWith(end)).reduce((n, it) => n + size(readFileSync(join(site.folder, it))), 0);
      const css = sum("style.css") + sum("highlight.css");
      const js = sum("order.js") + sum("question.js");
      t.diagnostic(`HTML ${median} in the middle, ${most.bytes} at most (${most.name}); CSS ${css}; JavaScript ${js}`);
      assert.ok(median <= 6 * 1024, `typical HTML ${median}`);
      assert.ok(most.bytes <= 14 * 1024, `HTML of ${most.name} ${most.bytes}`);
      // Most pages have no code, and ask for the style sheet alone.
      assert.ok(sum("style.css") <= 6 * 1024, `typical CSS ${sum("style.css")}`);
      assert.ok(css <= 10 * 1024, `CSS ${css}`);
      assert.ok(js <= 6 * 1024, `JavaScript ${js}`);
      assert.deepEqual(assets.filter((it) => /\.(woff2?|ttf|otf)$/.test(it)), []);
    });
  });
}
