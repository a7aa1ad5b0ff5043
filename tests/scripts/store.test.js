// The store without IndexedDB; with it, see tests/browser/store.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { defaults, openPreferences, readPreferences } from "../../themes/default/scripts/store/preferences.js";
import { evictsSoon, remind } from "../../themes/default/scripts/store/reminder.js";
import { browser, openStore } from "../../themes/default/scripts/store/store.js";
import { attempt, uuidOf } from "./study_log.js";

const surroundings = (database) => ({
  ...browser,
  database,
  now: () => 1_800_000_000_000,
  zone: () => 90,
  persist: async () => false,
  persisted: async () => null,
});
const blocked = {
  "there is none": () => null,
  "naming it throws": () => {
    throw new DOMException("blocked", "SecurityError");
  },
  "opening it throws": () => ({
    open: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  }),
  "opening it fails": () => ({
    open: () => {
      const request = { error: new DOMException("private", "InvalidStateError") };
      setTimeout(() => request.onerror());
      return request;
    },
  }),
};

for (const [name, database] of Object.entries(blocked)) {
  test(`without a database (${name}) all works in memory`, async () => {
    const store = await openStore({ siteId: "s", formerSiteIds: ["old"], surroundings: surroundings(database) });
    assert.deepEqual(await store.status(), { mode: "memory", full: false, unreadable: 0, persisted: null });
    const changes = [];
    const end = store.subscribe((change) => changes.push(change));
    const flag = await store.record({ kind: "flag", question: "x/q", on: true });
    const note = await store.record({ kind: "note", question: "x/q", text: "n" });
    assert.deepEqual([flag.time, flag.zone, flag.device], [1_800_000_000_000, 90, note.device]);
    assert.notEqual(flag.uuid, note.uuid);
    assert.deepEqual(new Set(store.all()), new Set([flag, note]));
    assert.deepEqual(changes, [
      { reason: "added", events: [flag] },
      { reason: "added", events: [note] },
    ]);
    const early = attempt(1, { time: 5 });
    const before = store.all();
    const result = await store.append([early, flag, { kind: "nonsense" }, early]);
    assert.deepEqual(result, { added: [early], known: 2, unreadable: 1 });
    assert.equal(store.all()[0], early, "in the order of time");
    assert.deepEqual(store.arrived().at(-1), early, "in the order of coming");
    assert.notEqual(store.all(), before);
    assert.equal(store.all(), store.all());
    assert.ok(store.has(early.uuid) && !store.has(uuidOf(99)));
    end();
    await store.erase();
    assert.deepEqual(store.all(), []);
    assert.equal(await store.fact("erased"), 1_800_000_000_000);
    assert.equal(changes.length, 3, "whoever left hears nothing");
    store.close();
  });
}

test("preferences: anything that makes no sense is as usual", () => {
  for (const text of [null, "", "{", "[]", "7", '"x"', "null"]) assert.deepEqual(readPreferences(text), defaults, text);
  const odd = { shortcuts: 1, confidence: "yes", rollover: 24, exported: -1, told: [7], more: 1 };
  assert.deepEqual(readPreferences(JSON.stringify(odd)), defaults);
  const own = { shortcuts: false, confidence: true, rollover: 0, exported: 5, told: ["x/q@c.k"] };
  assert.deepEqual(readPreferences(JSON.stringify(own)), own);
});

test("preferences without localStorage last as long as the page", () => {
  const preferences = openPreferences("s");
  let heard = 0;
  preferences.subscribe(() => heard++);
  preferences.set("rollover", 7);
  assert.deepEqual([preferences.get("rollover"), preferences.get("shortcuts"), heard], [7, true, 1]);
  preferences.erase();
  assert.equal(preferences.get("rollover"), 4);
});

test("the reminder to export", () => {
  const now = 1_800_000_000_000;
  const days = (count) => now - count * 86_400_000;
  const events = (count, time) => Array.from({ length: count }, () => ({ time }));
  const ask = (more) =>
    remind({ persisted: false, evictsSoon: false, exported: 0, events: events(100, days(14)), now, ...more });
  assert.equal(ask({}), true);
  assert.equal(ask({ persisted: true }), false);
  assert.equal(ask({ persisted: null }), true);
  assert.equal(ask({ exported: days(13) }), false);
  assert.equal(ask({ events: events(99, days(14)) }), false);
  assert.equal(ask({ events: events(500, days(13)) }), false);
  assert.equal(ask({ events: events(20, days(2)) }), false);
  assert.equal(ask({ events: events(20, days(2)), evictsSoon: true }), true);
  assert.equal(ask({ events: [], evictsSoon: true }), false);
  assert.equal(evictsSoon({ vendor: "Apple Computer, Inc." }), true);
  assert.equal(evictsSoon({ vendor: "Apple Computer, Inc.", standalone: true }), false);
  assert.equal(evictsSoon({ vendor: "Google Inc." }), false);
  assert.equal(evictsSoon({}), false);
});
