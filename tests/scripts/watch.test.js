// What a tab of the preview decides, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  counted,
  decide,
  delay,
  excerptOf,
  fileName,
  isSafe,
  placeOf,
  shownBy,
} from "../../themes/default/scripts/watch/decide.js";

const shown = { page: "p1", scripts: "s1", styles: "c1" };
const here = "/bank/mle/";
const news = (change = {}) => ({
  number: 2,
  site: true,
  page: { url: here, digest: "p1" },
  scripts: "s1",
  styles: "c1",
  faults: { count: 0, list: [] },
  warnings: { count: 0, list: [] },
  about: null,
  ...change,
});

test("a tab knows what it shows from the address of the script", () => {
  assert.deepEqual(shownBy("http://localhost:4000/.studyhall/watch.js?shown=p1.s1.c1"), shown);
  assert.deepEqual(shownBy("http://localhost:4000/.studyhall/watch.js"), { page: "", scripts: "", styles: "" });
});

test("a tab does the least that brings it up to date", () => {
  const table = [
    ["nothing changed", {}, "keep"],
    ["the page changed", { page: { url: here, digest: "p2" } }, "swap"],
    ["the page moved", { page: { url: "/bank/other/", digest: "p1" } }, "swap"],
    ["the page changed and the style", { page: { url: here, digest: "p2" }, styles: "c2" }, "swap"],
    ["the style changed", { styles: "c2" }, "styles"],
    ["a script changed", { scripts: "s2", styles: "c2" }, "reload"],
    ["the page cannot be made", { page: null, scripts: "s2" }, "keep"],
    ["no page of the site, unchanged", { page: { url: null, digest: "p1" } }, "keep"],
    ["no page of the site, changed", { page: { url: null, digest: "p2" } }, "swap"],
  ];
  for (const [what, change, expected] of table) assert.equal(decide(shown, here, news(change)), expected, what);
});

test("it waits longer from one attempt to the next, and never over five seconds", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 50, 5000].map(delay), [250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test("a place is written as terminals write it", () => {
  assert.equal(placeOf({ path: "content/a b.md", line: 12 }), "content/a b.md:12");
  assert.equal(placeOf({ path: "content/a.md", line: 0 }), "content/a.md");
  assert.equal(placeOf({ path: null, line: 0 }), "");
});

test("an excerpt does not repeat the message and the place", () => {
  const message = "there is no author `x`";
  const report = `error[unknown-author]: ${message}\n --> a.md:2:9\n  |\n2 | author: x\n  |         ^\n  |\n  = help: known here: \`y\`\n`;
  assert.equal(excerptOf({ message, text: report }), "2 | author: x\n  |         ^\n  |\n  = help: known here: `y`");
  assert.equal(excerptOf({ message: "a folder is gone", text: "a folder is gone" }), "");
  assert.equal(excerptOf({ message: "a", text: "a\nb\n  | c" }), "b\n  | c");
  assert.equal(excerptOf({ message: "", text: "" }), "");
});

test("one is no plural", () => {
  assert.deepEqual([counted(1, "fault"), counted(2, "fault")], ["1 fault", "2 faults"]);
});

test("a link leads to an editor or nowhere", () => {
  for (const href of ["vscode://file/a:1:1", "zed://x", "http://localhost:63342/api/file/a"])
    assert.ok(isSafe(href), href);
  for (const href of [
    "javascript:alert(1)",
    "JavaScript:x",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc",
    "/x",
    "",
    null,
  ])
    assert.ok(!isSafe(href), String(href));
});

test("a static file is the same whatever its folder is called", () => {
  assert.equal(fileName("/bank/assets/0123456789ab/question.js"), "question.js");
  assert.equal(fileName("http://localhost:1/assets/ff00/a/b.js"), "a/b.js");
});
