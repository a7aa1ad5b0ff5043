// Serves a copy of a bank as `watch` does, for tests that edit it.

import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./site.js";

const PROGRAM = process.env.PREVIEW ?? join(ROOT, "target/debug/examples/preview");

/** Copies a bank and serves it. */
export async function preview(from, change = () => {}) {
  const bank = mkdtempSync(join(tmpdir(), "studyhall-watch-"));
  for (const name of ["content", "site.toml"]) cpSync(join(from, name), join(bank, name), { recursive: true });
  const read = (name) => readFileSync(join(bank, name), "utf8");
  const put = (name, text) => {
    mkdirSync(dirname(join(bank, name)), { recursive: true });
    writeFileSync(join(bank, name), text);
  };
  change({ read, put });
  let server;
  let port = 0;
  const start = async () => {
    server = spawn(PROGRAM, [bank, String(port)], { stdio: ["pipe", "pipe", "inherit"] });
    const [line] = await new Promise((done) => createInterface(server.stdout).once("line", (it) => done([it])));
    port = new URL(line).port;
    return line;
  };
  const origin = await start();
  const stop = () =>
    new Promise((done) => {
      server.once("exit", done);
      server.stdin.end();
    });
  return {
    bank,
    origin,
    read,
    put,
    remove: (name) => rmSync(join(bank, name), { recursive: true }),
    /** Looks at the bank again. */
    look: () => server.stdin.write("\n"),
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(bank, { recursive: true });
    },
  };
}
