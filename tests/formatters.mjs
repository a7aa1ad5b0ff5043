// Demands that formatters never change what a question is: choices, keys, ids, revisions.
//
//     npm ci && node --test tests/formatters.mjs
//
// The sample bank and the sound bodies of tests/bodies/ are written to a temporary folder with the settings that
// `studyhall init` writes, and read before and after Prettier and markdownlint-cli2 --fix.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const tool = (name) => join(root, "node_modules/.bin", name);

/** Runs a test of tests/it/dump.rs and returns what it prints. */
function harness(name, environment) {
  const args = ["test", "--quiet", "--test", "it", `dump::${name}`, "--", "--exact", "--nocapture"];
  return execFileSync("cargo", args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Returns the questions of a bank by path, and what is wrong with it. */
function read(folder) {
  const lines = harness("a_bank_as_json", { STUDYHALL_DUMP: folder }).split("\n");
  const tagged = (tag) => lines.filter((it) => it.includes(tag)).map((it) => it.slice(it.indexOf(tag) + tag.length));
  const questions = tagged("question {").map((it) => JSON.parse(`{${it}`));
  return { questions: Object.fromEntries(questions.map((it) => [it.path, it])), findings: tagged("finding ") };
}

const banks = {
  "the sample bank": async (folder) => {
    await cp(join(root, "content"), join(folder, "content"), { recursive: true });
    await cp(join(root, "site.toml"), join(folder, "site.toml")).catch(() => {});
  },
  "the bodies of the tables": async (folder) => {
    harness("bodies_as_a_bank", { STUDYHALL_BODIES: folder });
  },
};

const formatters = {
  Prettier: (folder) => execFileSync(tool("prettier"), ["--log-level", "warn", "--write", "content"], { cwd: folder }),
  markdownlint: (folder) => {
    // It exits with 1 for what it finds and cannot mend.
    const { status, stderr } = spawnSync(tool("markdownlint-cli2"), ["--fix", "content/**/*.md"], { cwd: folder });
    assert.ok(status === 0 || status === 1, String(stderr));
  },
};
formatters["Prettier, then markdownlint, then Prettier"] = (folder) => {
  formatters.Prettier(folder);
  formatters.markdownlint(folder);
  formatters.Prettier(folder);
};

for (const [bankName, make] of Object.entries(banks)) {
  for (const [name, format] of Object.entries(formatters)) {
    test(`${name} changes no question of ${bankName}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "studyhall-formatters-"));
      after(() => (process.env.KEEP ? console.log(folder) : rm(folder, { recursive: true })));
      await make(folder);
      const settings = join(root, "src/cmd/init");
      await writeFile(join(folder, ".prettierrc.yaml"), await readFile(join(settings, "prettierrc.yaml")));
      await writeFile(join(folder, ".markdownlint-cli2.jsonc"), await readFile(join(settings, "markdownlint.jsonc")));
      const before = read(folder);
      assert.deepEqual(before.findings, []);
      assert.ok(Object.keys(before.questions).length > 40);
      format(folder);
      const later = read(folder);
      assert.deepEqual(later.findings, []);
      const paths = Object.keys(before.questions);
      const changed = paths.filter((it) => !isDeepStrictEqual(later.questions[it], before.questions[it]));
      const told = changed.map((it) => [it, before.questions[it], later.questions[it]]);
      assert.equal(JSON.stringify(told, null, 1), "[]");
      assert.equal(Object.keys(later.questions).length, paths.length);
    });
  }
}
