import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

test("the checked-in bundles are current and within their budgets", () => {
  const script = fileURLToPath(new URL("../bundle.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
});

test("the bundles keep to the policy: no evaluation, no style, no address of another host", () => {
  for (const name of ["order.js", "question.js"]) {
    const text = readFileSync(new URL(`../../themes/default/static/${name}`, import.meta.url), "utf8");
    assert.doesNotMatch(text, /\beval\b|new Function|\.style\b|innerHTML|https?:|sourceMappingURL|\bfetch\(/, name);
  }
});

test("the preview's bundles run nothing from text, ask only their own server, and are no part of a site", () => {
  const preview = new URL("../../themes/default/preview/", import.meta.url);
  const script = readFileSync(new URL("watch.js", preview), "utf8");
  assert.doesNotMatch(
    script,
    /\beval\b|new Function|innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|sourceMappingURL/,
  );
  assert.deepEqual(script.match(/https?:\/\/[^"'`]*/g), ["http://localhost"], "the base of an address without a host");
  assert.doesNotMatch(
    readFileSync(new URL("watch.css", preview), "utf8"),
    /@import|@font-face|url\(|https?:|sourceMappingURL/,
  );
  assert.ok(!readdirSync(new URL("../static/", preview)).some((name) => name.startsWith("watch")));
});

test("the style sheet asks for nothing more: no import, no font, no address", () => {
  const text = readFileSync(new URL("../../themes/default/static/style.css", import.meta.url), "utf8");
  assert.doesNotMatch(text, /@import|@font-face|url\(|https?:|sourceMappingURL/);
});
