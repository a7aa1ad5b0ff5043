// A small index of an exam, as `bank.json` has it, for the tests of what reads one.

export const file = () => ({
  version: 1,
  exam: "demo",
  title: "Demo",
  code: "D-1",
  url: "/base/demo/",
  passMark: 70,
  mock: { questions: 4, minutes: 8 },
  scoring: "all-or-nothing",
  topics: [
    {
      id: "one",
      title: "One",
      weight: 600,
      url: "/base/demo/one/",
      objectives: [
        { id: "a", title: "A" },
        { id: "b", title: "B" },
      ],
    },
    { id: "two", title: "Two", weight: 400, url: "/base/demo/two/", objectives: [{ id: "a", title: "Other A" }] },
  ],
  tags: ["gpu", "c++"],
  n: 6,
  slug: ["q0", "q1", "q2", "q3", "q4", "elsewhere/own-id"],
  topic: [0, 0, 0, 1, 1, 1],
  objective: [0, 1, -1, 0, -1, -1],
  difficulty: [0, 1, 2, -1, 2, 0],
  types: ["single", "multiple"],
  type: [0, 1, 0, 0, 1, 0],
  tagged: [[0], [0, 1], [], [1], [], []],
  revision: ["r0.k0", "r1.k1", "r2.k2", "r3.k3", "r4.k4", "r5.k5"],
  choices: [4, 5, 4, 4, 5, 4],
  keys: [1, 2, 1, 1, 2, 1],
  urls: { 5: "/base/demo/two/own-id/" },
});
