import assert from "node:assert/strict";
import { test } from "node:test";
import { reportAddress, reportText } from "../../themes/default/scripts/report.js";

const facts = { question: "mle/serving/batch", revision: "c0ffee.beef", order: ["cusp", "ankh", "bast"] };

test("a report says what was on screen and what was answered", () => {
  assert.equal(
    reportText({ ...facts, chosen: new Set(["bast", "cusp"]) }),
    "question: mle/serving/batch\r\nrevision: c0ffee.beef\r\norder: A cusp, B ankh, C bast\r\nanswer: A cusp, C bast",
  );
  assert.match(reportText({ ...facts, chosen: new Set() }), /\r\nanswer: none$/);
});

test("a report is encoded, whatever it holds", () => {
  const text = "a&b=c $& $1 #?\r\n%";
  const address = reportAddress("https://example.org/new?title=x&body={report}", text);
  assert.equal(address, "https://example.org/new?title=x&body=a%26b%3Dc%20%24%26%20%241%20%23%3F%0D%0A%25");
  assert.equal(new URL(address).searchParams.get("body"), text);
});
