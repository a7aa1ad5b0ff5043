import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { dateOf, dayOf, dayOfDate, startOf, zoneHere, zoneNamed } from "../../themes/default/scripts/study/days.js";

const HOUR = 3_600_000;
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"];

/** The date and hour that a clock in a zone shows, by another way of asking: a Swedish date is written as ISO's. */
const wall = (time, zone) => new Date(time).toLocaleString("sv-SE", { timeZone: zone });

/** A learner's date: until the roll-over it is still the day before. Worked out on the text that the clock shows. */
function reference(time, zone, rollover) {
  const [date, clock] = wall(time, zone).split(" ");
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000 - (Number(clock.slice(0, 2)) < rollover ? 1 : 0);
}

test("a day is that of the clock on the wall, over all changes of clocks of two years", () => {
  for (const zone of zones) {
    const zoneAt = zoneNamed(zone);
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2028, 0, 1); time += 5 * HOUR + 1_234_567) {
      for (const rollover of [0, 4]) {
        const moment = { time, zone: zoneAt(time) };
        assert.equal(dayOf(moment, rollover), reference(time, zone, rollover), `${zone} ${wall(time, zone)}`);
      }
    }
  }
});

test("the night before a change of clocks ends at four o'clock by the new clock", () => {
  // Berlin, 29 March 2026: at 2:00 it becomes 3:00 (1:00 UTC), so that 4:00 is 2:00 UTC.
  const zoneAt = zoneNamed("Europe/Berlin");
  const day = (time) => dateOf(dayOf({ time, zone: zoneAt(time) }));
  assert.equal(day(Date.UTC(2026, 2, 29, 1, 59, 59)), "2026-03-28");
  assert.equal(day(Date.UTC(2026, 2, 29, 2)), "2026-03-29");
  // 25 October 2026: at 3:00 it becomes 2:00 (1:00 UTC), so that 4:00 is 3:00 UTC.
  assert.equal(day(Date.UTC(2026, 9, 25, 2, 59, 59)), "2026-10-24");
  assert.equal(day(Date.UTC(2026, 9, 25, 3)), "2026-10-25");
});

test("days that a change of clocks makes shorter or longer are one day each", () => {
  const zoneAt = zoneNamed("Europe/Berlin");
  const start = (date, rollover) => startOf(dayOfDate(date), zoneAt, rollover);
  assert.equal(start("2026-03-29", 0), Date.UTC(2026, 2, 28, 23));
  assert.equal(start("2026-03-30", 0) - start("2026-03-29", 0), 23 * HOUR);
  assert.equal(start("2026-10-26", 0) - start("2026-10-25", 0), 25 * HOUR);
  assert.equal(start("2026-06-02", 4) - start("2026-06-01", 4), 24 * HOUR);
  // The hour from 2:00 to 3:00 is skipped: a day that begins then begins with the skip.
  assert.equal(start("2026-03-29", 2), Date.UTC(2026, 2, 29, 1));
});

test("a day starts where it says it starts", () => {
  for (const zone of zones) {
    const zoneAt = zoneNamed(zone);
    for (let day = dayOfDate("2026-03-01"); day < dayOfDate("2026-04-20"); day++) {
      const time = startOf(day, zoneAt);
      assert.equal(dayOf({ time, zone: zoneAt(time) }), day);
      assert.equal(dayOf({ time: time - 1, zone: zoneAt(time - 1) }), day - 1);
    }
  }
});

test("the device's own zone is asked at the instant in question", () => {
  const module = new URL("../../themes/default/scripts/study/days.js", import.meta.url).href;
  const code = `import(${JSON.stringify(module)}).then(({ zoneHere }) =>
    console.log(zoneHere(Date.UTC(2026, 0, 15)), zoneHere(Date.UTC(2026, 6, 15))))`;
  const offsets = (zone) =>
    execFileSync(process.execPath, ["-e", code], { env: { ...process.env, TZ: zone }, encoding: "utf8" }).trim();
  assert.equal(offsets("Europe/Berlin"), "60 120");
  assert.equal(offsets("America/New_York"), "-300 -240");
  assert.equal(offsets("UTC"), "0 0");
  assert.equal(typeof zoneHere(0), "number");
});

test("dates and day numbers lead to each other, and what is no date to nothing", () => {
  assert.equal(dayOfDate("1970-01-01"), 0);
  assert.equal(dayOfDate("2026-12-01"), 20788);
  for (let day = 19_000; day < 21_000; day++) assert.equal(dayOfDate(dateOf(day)), day);
  for (const text of ["", "2026-02-30", "2026-13-01", "2026-1-1", "tomorrow", "2026-01-01T00:00"]) {
    assert.equal(dayOfDate(text), null, text);
  }
});
