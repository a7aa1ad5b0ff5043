import assert from "node:assert/strict";
import { test } from "node:test";
import { calendar } from "../../themes/default/scripts/study/calendar.js";
import { dayOfDate } from "../../themes/default/scripts/study/days.js";

const NOW = Date.UTC(2026, 11, 1, 9, 5, 7);
const make = (days, name = "Exam") => calendar({ name, site: "demo", days }, NOW);

/** Reads a file back as RFC 5545 says: unfolds first, then parts names from values, then takes escapes away. */
function read(file) {
  assert.ok(file.endsWith("\r\n"));
  assert.doesNotMatch(file.replaceAll("\r\n", ""), /[\r\n]/, "lines end with CRLF alone");
  for (const line of file.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
  return file
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter(Boolean)
    .map((line) => {
      const [, name, value] = /^([A-Z-]+(?:;[A-Z]+=[A-Z]+)*):(.*)$/.exec(line);
      return [name, value.replace(/\\([\\;,nN])/g, (_, it) => (it.toLowerCase() === "n" ? "\n" : it))];
    });
}

test("an event has what RFC 5545 asks for", () => {
  const day = dayOfDate("2026-12-31");
  const file = make([{ day, key: "study", title: "12 new, 8 due", url: "https://example.org/a/" }]);
  assert.deepEqual(read(file), [
    ["BEGIN", "VCALENDAR"],
    ["VERSION", "2.0"],
    ["PRODID", "-//Study Hall//studyhall//EN"],
    ["CALSCALE", "GREGORIAN"],
    ["METHOD", "PUBLISH"],
    ["X-WR-CALNAME", "Exam"],
    ["BEGIN", "VEVENT"],
    ["UID", "2026-12-31-study@demo"],
    ["DTSTAMP", "20261201T090507Z"],
    ["DTSTART;VALUE=DATE", "20261231"],
    ["DTEND;VALUE=DATE", "20270101"],
    ["SUMMARY", "12 new, 8 due"],
    ["URL", "https://example.org/a/"],
    ["TRANSP", "TRANSPARENT"],
    ["END", "VEVENT"],
    ["END", "VCALENDAR"],
  ]);
});

test("any text comes back as it was, in lines of at most 75 octets", () => {
  const texts = [
    "a, b; c\\d",
    "first\nsecond\nthird",
    "x".repeat(400),
    "é".repeat(150),
    "试题".repeat(60),
    "🦊".repeat(60),
    "اختبار تجريبي ".repeat(20).trim(),
    "\\n is no line break",
    `${"y".repeat(66)},;`,
  ];
  for (const text of texts) {
    const values = new Map(read(make([{ day: 20_000, key: "a", title: text, text }], text)));
    for (const name of ["SUMMARY", "DESCRIPTION", "X-WR-CALNAME"]) assert.equal(values.get(name), text);
  }
});

test("texts bring in no line of their own", () => {
  const file = make([{ day: 20_000, key: "a", title: "x\r\nEND:VCALENDAR\rBEGIN:X\u0000" }]);
  assert.equal(new Map(read(file)).get("SUMMARY"), "x\nEND:VCALENDAR\nBEGIN:X");
});

test("the same plan gives the same ids, and days differ", () => {
  const days = [20_000, 20_001].map((day) => ({ day, key: "study", title: "Study" }));
  const uids = (file) =>
    read(file)
      .filter(([name]) => name === "UID")
      .map(([, value]) => value);
  assert.deepEqual(uids(make(days)), uids(make(days)));
  assert.equal(new Set(uids(make(days))).size, 2);
});
