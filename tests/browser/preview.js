// Serves a copy of a bank with `watch`, for tests that edit it.

import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./site.js";

const PROGRAM = process.env.STUDYHALL ?? join(ROOT, "target/release/studyhall");

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
    server = spawn(PROGRAM, ["watch", "--root", bank, "--port", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
    const url = await new Promise((done) => {
      createInterface(server.stderr).on("line", (line) => {
        const [found] = /http:\/\/[^\s]+/.exec(line) ?? [];
        if (found) done(new URL(found));
      });
    });
    port = url.port;
    return `${url.origin}/`;
  };
  const origin = await start();
  const stop = () =>
    new Promise((done) => {
      server.once("exit", done);
      server.kill("SIGINT");
    });
  return {
    bank,
    origin,
    read,
    put,
    remove: (name) => rmSync(join(bank, name), { recursive: true }),
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(bank, { recursive: true });
    },
  };
}
