import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gunzipSync, gzipSync, inflateSync } from "node:zlib";
import { anonymousLog } from "../../themes/default/scripts/store/anonymous.js";
import { fromBase64Url, toBase64Url, unpack } from "../../themes/default/scripts/store/bytes.js";
import { FILE_LIMIT, ImportFault, preview, readFile, writeFile } from "../../themes/default/scripts/store/file.js";
import {
  LINK_LIMIT,
  isHandover,
  linkFor,
  readHandover,
  writeHandover,
} from "../../themes/default/scripts/store/handover.js";
import { derive } from "../../themes/default/scripts/study/state.js";
import { attempt, bank, event, lookup, seeded, uuidOf } from "./study_log.js";

const site = { siteId: "s", formerSiteIds: ["old"] };
const events = [
  attempt(1),
  event(2, "note", { question: "x/q", text: 'ä\u2028😀 "</script>' }),
  { ...event(3, "dream", {}), v: 2 },
];
const bytesOf = (text) => new TextEncoder().encode(text);
const faultOf = (promise) =>
  promise.then(
    () => null,
    (error) => (error instanceof ImportFault ? error.fault : error),
  );

test("a file holds everything, as JSON that others can read and check", async () => {
  const bytes = await writeFile({ siteId: "s", events, now: 0 });
  const text = gunzipSync(bytes).toString();
  const file = JSON.parse(text);
  assert.deepEqual(
    { ...file, sha256: "", events: [] },
    {
      format: "studyhall-log",
      version: 1,
      site: "s",
      written: "1970-01-01T00:00:00.000Z",
      count: 3,
      sha256: "",
      events: [],
    },
  );
  const part = text.slice(text.indexOf('"events":') + 9, -2);
  assert.equal(file.sha256, createHash("sha256").update(part).digest("hex"));
  assert.deepEqual(await readFile(bytes, site), events);
  assert.deepEqual(await readFile(gunzipSync(bytes), site), events, "unpacked");
  assert.deepEqual(await readFile(await writeFile({ siteId: "old", events: [], now: 0 }), site), [], "a former id");
});

test("what is damaged is refused, wherever it is", async () => {
  const bytes = await writeFile({
    siteId: "s",
    events: [...events, ...Array.from({ length: 50 }, (_, at) => attempt(at + 9))],
    now: 0,
  });
  for (let at = 0; at < bytes.length; at += 7) {
    const copy = bytes.slice();
    copy[at] ^= 0x10;
    const fault = await faultOf(readFile(copy, site));
    // Of the header of gzip, time, flags and system say nothing about the content.
    if (fault === null) assert.ok(at < 10, `byte ${at}`);
    else assert.ok(["damaged", "foreign", "big"].includes(fault), `byte ${at}: ${fault}`);
  }
  for (const length of [bytes.length - 1, bytes.length - 9, 200, 20, 2]) {
    assert.equal(await faultOf(readFile(bytes.slice(0, length), site)), "damaged", `${length} bytes`);
  }
  const text = gunzipSync(bytes).toString();
  const changed = [
    [text.replace('"ms":20000', '"ms":20001'), "damaged"],
    [text.replace('"count":53', '"count":52'), "damaged"],
    [text.slice(0, -20), "damaged"],
    [text.replace('"version":1', '"version":2'), "newer"],
    [text.replace('"version":1', '"version":"1"'), "damaged"],
    [text.replace('"site":"s"', '"site":"t"'), "site"],
    [text.replace("studyhall-log", "studyhall-answers"), "foreign"],
    ["[]", "foreign"],
    ["null", "foreign"],
    ["", "foreign"],
    ["a,b", "foreign"],
    ['{"format":"studyhall-log","version":1,"events":{"length":0},"count":0}', "damaged"],
  ];
  for (const [content, fault] of changed)
    assert.equal(await faultOf(readFile(bytesOf(content), site)), fault, content.slice(0, 60));
  assert.equal(await faultOf(readFile(new Uint8Array(FILE_LIMIT + 1), site)), "big");
});

test("unpacking stops at its limit", async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20));
  assert.ok(bomb.length < 100_000);
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(unpack(bomb, "gzip", 2 ** 20), RangeError);
  assert.ok(process.memoryUsage().arrayBuffers - before < 20 * 2 ** 20);
  assert.equal((await unpack(gzipSync(Buffer.alloc(2 ** 20)), "gzip", 2 ** 20)).length, 2 ** 20);
  await assert.rejects(unpack(bomb.subarray(0, -4), "gzip", 2 ** 30), (error) => !(error instanceof RangeError));
});

test("preview: new, known, unreadable, and what comes back after erasing", () => {
  const rows = [
    attempt(5),
    attempt(1),
    attempt(2),
    attempt(2),
    null,
    { kind: "attempt" },
    event(9, "flag", { question: "x/q", on: true }),
  ];
  const has = (uuid) => uuid === uuidOf(1);
  const found = preview(rows, has, undefined);
  assert.deepEqual(
    { ...found, fresh: found.fresh.map((it) => it.uuid) },
    {
      fresh: [uuidOf(5), uuidOf(2), uuidOf(9)],
      known: 2,
      unreadable: 2,
      answers: 2,
      first: 1_800_000_002_000,
      last: 1_800_000_009_000,
      returning: 0,
    },
  );
  assert.equal(preview(rows, has, 1_800_000_005_000).returning, 2);
  assert.equal(preview([], has, 5).first, 0);
});

test("base64 for addresses is that of another implementation", () => {
  const random = seeded(2);
  for (const length of [0, 1, 2, 3, 4, 100, 8192, 8193, 30_000]) {
    const bytes = Uint8Array.from({ length }, () => random() * 256);
    assert.equal(toBase64Url(bytes), Buffer.from(bytes).toString("base64url"));
    assert.deepEqual(fromBase64Url(toBase64Url(bytes)), bytes);
  }
  for (const bad of ["a", "ab=", "a b", "a+b/", "ä"]) assert.throws(() => fromBase64Url(bad), RangeError);
});

test("a hand-over goes through a link", async () => {
  const fragment = await writeHandover({ siteId: "s", events });
  assert.match(fragment, /^#handover=1z[\w-]+$/);
  assert.equal(new URL(`https://example.org/s/settings/${fragment}`).hash, fragment, "an address leaves it as it is");
  const inside = JSON.parse(inflateSync(Buffer.from(fragment.slice(12), "base64url")).toString());
  assert.deepEqual(inside, { site: "s", events });
  assert.ok(isHandover(fragment) && !isHandover("#other") && !isHandover(""));
  assert.deepEqual(await readHandover(fragment, site), events);
  const plain = `#handover=1p${Buffer.from('{"site":"old","events":[]}').toString("base64url")}`;
  assert.deepEqual(await readHandover(plain, site), []);
});

test("a damaged hand-over is refused", async () => {
  const fragment = await writeHandover({ siteId: "s", events });
  const faulty = [
    [fragment.slice(0, -1), "damaged"],
    [fragment.slice(0, 60), "damaged"],
    [`${fragment.slice(0, 60)}${fragment[60] === "A" ? "B" : "A"}${fragment.slice(61)}`, "damaged"],
    [fragment.replace("=1", "=2"), "newer"],
    [fragment.replace("=1", "=0"), "damaged"],
    [fragment.replace("=1z", "=1q"), "damaged"],
    ["#handover=", "damaged"],
    [`#handover=1p${toBase64Url(bytesOf("[]"))}`, "damaged"],
    [`#handover=1p${toBase64Url(bytesOf("null"))}`, "damaged"],
    [`#handover=1p${toBase64Url(bytesOf('{"site":"t","events":[]}'))}`, "site"],
    [`#handover=1p${"A".repeat(5 * 2 ** 20)}`, "big"],
  ];
  for (const [text, fault] of faulty) assert.equal(await faultOf(readHandover(text, site)), fault, text.slice(0, 80));
});

test("a link that would be too long is none", async () => {
  const random = seeded(4);
  const many = (count) =>
    Array.from({ length: count }, () =>
      attempt(Math.floor(random() * 2 ** 40), {
        question: `x/${Math.floor(random() * 1e9)}`,
        ms: Math.floor(random() * 1e5),
      }),
    );
  const address = "https://example.org/settings/";
  const link = await linkFor({ address, siteId: "s", events: many(60) });
  assert.ok(link.startsWith(`${address}#handover=1z`) && link.length <= LINK_LIMIT);
  assert.equal(await linkFor({ address, siteId: "s", events: many(3000) }), null);
});

test("the anonymous log: what docs/log-format.md says, and nothing of who and when", () => {
  const sitting = uuidOf(50);
  const log = [
    attempt(1, {
      device: "secret-device",
      confidence: "sure",
      ms: 41_400,
      crossed: ["b"],
      hints: 1,
      zone: 600,
      time: Date.parse("2026-11-29T23:00:00Z"),
    }),
    attempt(2, { verdict: "partly", score: 0.5, ms: 9e6, time: Date.parse("2026-11-30T01:00:00Z") }),
    event(3, "note", { question: "x/q", text: "secret note", time: 1_796_000_500_000 }),
    attempt(4, { question: "x/gone", chosen: [], verdict: "revealed", score: 0, time: 1_796_000_500_001 }),
    event(50, "exam-started", {
      exam: "x",
      form: { number: 3, seed: "secret seed", ids: ["x/q", "x/r", "x/s"] },
      minutes: null,
      factor: 0,
      passMark: null,
      scoring: "all-or-nothing",
      deadline: null,
      revisions: ["c1.k1", "c2.k2", "c3.k3"],
    }),
    ...[
      ["x/q", ["a"]],
      ["x/s", []],
    ].map(([question, chosen], at) =>
      event(51 + at, "exam-answered", {
        sitting,
        question,
        revision: "c1.k1",
        chosen,
        order: ["a", "b"],
        ms: 1_600,
        flagged: true,
        verdict: "right",
        score: 1,
      }),
    ),
    event(60, "exam-submitted", { sitting, timedOut: false }),
  ];
  const state = derive(log, lookup(bank({ q: "c1.k1", r: "c2.k2", s: "c1.k1" })), null);
  const text = anonymousLog({ events: log, state, siteId: "s", learner: "abc" });
  const file = JSON.parse(text);
  assert.deepEqual(
    { ...file, attempts: [] },
    { format: "studyhall-answers", version: 1, site: "s", learner: "abc", attempts: [] },
  );
  const usual = {
    question: "x/q",
    revision: "c1.k1",
    chosen: ["a"],
    verdict: "right",
    score: 1,
    first: false,
    confidence: null,
    sitting: null,
  };
  const left = { ...usual, chosen: [], verdict: "wrong", score: 0, sitting, day: "2027-01-15" };
  assert.deepEqual(file.attempts, [
    { id: uuidOf(1), ...usual, first: true, day: "2026-11-30", seconds: 41, confidence: "sure" },
    { id: uuidOf(2), ...usual, verdict: "partly", score: 0.5, day: "2026-11-30", seconds: 3600 },
    {
      id: uuidOf(4),
      ...usual,
      question: "x/gone",
      chosen: [],
      verdict: "revealed",
      score: 0,
      first: true,
      day: "2026-11-30",
      seconds: 20,
    },
    { id: `${sitting}/x/q`, ...usual, sitting, day: "2027-01-15", seconds: 2 },
    { id: `${sitting}/x/r`, ...left, question: "x/r", revision: "c2.k2", seconds: 0 },
    { id: `${sitting}/x/s`, ...left, question: "x/s", seconds: 2 },
  ]);
  assert.doesNotMatch(text, /secret|device|zone|time|17960|18000|crossed/);
});
