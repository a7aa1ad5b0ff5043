import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

test("the style sheet asks for nothing more: no import, no font, no address", () => {
  const text = readFileSync(new URL("../../themes/default/static/style.css", import.meta.url), "utf8");
  assert.doesNotMatch(text, /@import|@font-face|url\(|https?:|sourceMappingURL/);
});
