import assert from "node:assert/strict";
import { test } from "node:test";
import { pack, unpack } from "../../themes/default/scripts/store/packing.js";
import { attempt, event, seeded } from "./study_log.js";

test("what is packed is unpacked as JSON would have it", () => {
  const odd = [
    {},
    { a: null, b: [], c: [1, "x"], d: ["x", "x"], e: { f: ["x"] }, g: true, h: -0.5, "=s": "l", "": "" },
    { a: undefined, b: 'ä\u2028"' },
    attempt(1),
    attempt(1, { crossed: ["a"] }),
    event(2, "exam-started", { form: { ids: ["x/q"], number: null }, deadline: null }),
  ];
  assert.deepEqual(unpack(pack(odd)), JSON.parse(JSON.stringify(odd)));
  assert.deepEqual(unpack(pack([])), []);
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed);
    const pick = (...values) => values[Math.floor(random() * values.length)];
    const value = () =>
      pick("x", "y", 0, 7, null, true, [], ["x"], ["y", "x"], [1], [["x"]], { a: "x" }, "", [null], ["x", 3]);
    const rows = Array.from({ length: 9 }, () =>
      Object.fromEntries(
        Array.from({ length: Math.floor(random() * 5) }, () => [pick("a", "b", "uuid", "s", "l="), value()]),
      ),
    );
    assert.deepEqual(unpack(pack(rows)), rows, `seed ${seed}`);
  }
});

test("anything else counts as one row that cannot be read", () => {
  for (const text of ["", "[1", "null", "7", "{}", '{"rows":[[0]]}', '{"strings":[],"shapes":[],"rows":[[3]]}']) {
    assert.deepEqual(unpack(text), [null], text);
  }
});

test("a pack of answers is less than half of their JSON", () => {
  const rows = Array.from({ length: 1000 }, (_, at) => attempt(at, { question: `exam/question-${at % 300}` }));
  assert.ok(pack(rows).length < JSON.stringify(rows).length / 2);
});
