// The bank that `init` writes must survive the tools that authors' editors run on it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const tool = (name) => join(root, "node_modules/.bin", name);

/** Writes the files of `init` to a new folder, and returns the folder and their texts by path. */
function bank() {
  const code = readFileSync(join(root, "src/cmd/init.rs"), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "studyhall-init-"));
  const files = new Map();
  for (const [, path, template] of code.matchAll(/\("([^"]+)", include_str!\("([^"]+)"\)\)/g)) {
    const text = readFileSync(join(root, "src/cmd", template), "utf8")
      .replaceAll("@TITLE@", '"My bank"')
      .replaceAll("@SITE_ID@", "my-bank")
      .replaceAll("@TODAY@", "2026-11-30")
      .replaceAll("@VERSION@", "0.1.0");
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    files.set(path, text);
  }
  assert.ok(files.size > 10);
  return { folder, files };
}

/** What formatters must not touch: tabs and dollar signs in code, keys of choices, ids. */
const delicate = `---
id:   git/delicate
tags: [ a,b ]
---

Which? {@B} costs $5-$10, #1 of 2 * 3 * 4, f(x)[0].

- [x]

  \`\`\`make
  all:
  \tcc   -o x
  $ ls
  \`\`\`

  > A rationale.

- [ ] \`two  spaces\`

  > Another one.
`;

for (const [name, fix] of [
  ["prettier", ["--write", "."]],
  ["markdownlint-cli2", ["--fix", "**/*.md"]],
]) {
  test(`${name} finds nothing and changes nothing`, () => {
    const { folder, files } = bank();
    const path = "content/git/branches/delicate.md";
    writeFileSync(join(folder, path), delicate);
    files.set(path, delicate);
    try {
      execFileSync(tool(name), fix, { cwd: folder, stdio: "pipe" });
      for (const [path, text] of files) {
        assert.equal(readFileSync(join(folder, path), "utf8"), text, path);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
