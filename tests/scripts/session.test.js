import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, begin, goTo, readSession, summarise } from "../../themes/default/scripts/study/session.js";

const ids = ["a", "b", "c", "d", "e"];
const right = { verdict: "right", score: 1, chosen: ["k"] };
const wrong = { verdict: "wrong", score: 0, chosen: ["w"] };

test("moving stays within the questions and the summary after them", () => {
  const session = begin("?n=5", ids);
  assert.deepEqual(
    [-1, 0, 3, 5, 9].map((at) => goTo(session, at).at),
    [0, 0, 3, 5, 5],
  );
});

test("the first answer counts, the latest is shown again", () => {
  let session = answer(begin("", ids), "a", wrong);
  session = answer(session, "a", right);
  assert.deepEqual(session.outcomes.a, { verdict: "wrong", score: 0, chosen: ["k"] });
  assert.equal(answer(session, "zz", right), session);
});

test("the summary: answered, revealed and left apart; what to try again", () => {
  let session = begin("", ids);
  session = answer(session, "a", right);
  session = answer(session, "b", wrong);
  session = answer(session, "c", { verdict: "partly", score: 0.5, chosen: ["k"] });
  session = answer(session, "d", { verdict: "revealed", score: 0, chosen: [] });
  assert.deepEqual(summarise(session), { n: 3, points: 1.5, right: 1, revealed: 1, left: 1, wrong: ["b", "c", "d"] });
  assert.deepEqual(
    summarise(session, (id) => id === "a"),
    { n: 1, points: 1, right: 1, revealed: 0, left: 0, wrong: [] },
  );
});

test("a session comes back as it was put away, and nothing else does", () => {
  const session = goTo(answer(begin("?q", ids), "a", right), 2);
  const text = JSON.stringify(session);
  const exists = (id) => ids.includes(id);
  assert.deepEqual(readSession(text, "?q", exists), session);
  assert.equal(readSession(text, "?other", exists), null);
  assert.equal(
    readSession(text, "?q", (id) => id !== "c"),
    null,
    "a question is gone",
  );
  for (const bad of [
    null,
    "",
    "{",
    "[]",
    "null",
    '{"query":"?q"}',
    text.replace('"at":2', '"at":6'),
    text.replace('"at":2', '"at":"x"'),
    text.replace('["k"]', "7"),
  ]) {
    assert.equal(readSession(bad, "?q", exists), null, String(bad));
  }
});
