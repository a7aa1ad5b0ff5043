/**
 * The log as one file: JSON with a checksum, packed with gzip. docs/learner-data.md describes it.
 * @module
 */

import { readEvent } from "../study/events.js";
import { hex, sha256 } from "../study/sha256.js";
import { canPack, pack, unpack } from "./bytes.js";

/** @typedef {import("../study/events.js").LogEvent} LogEvent */

export const FORMAT = "studyhall-log";
const VERSION = 1;
/** Bytes of a file, and of what is in it. A hundred thousand attempts are some 40 MB, packed a tenth of that. */
export const FILE_LIMIT = 64 * 2 ** 20;
export const TEXT_LIMIT = 256 * 2 ** 20;

/** @typedef {"big" | "foreign" | "damaged" | "newer" | "site"} Fault */

/** Why a file or a link cannot be taken. */
export class ImportFault extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault);
    this.name = "ImportFault";
    /** @type {Fault} */
    this.fault = fault;
  }
}

/**
 * @param {object} log
 * @param {string} log.siteId
 * @param {readonly LogEvent[]} log.events
 * @param {number} log.now
 * @returns {Promise<Uint8Array>}
 */
export async function writeFile({ siteId, events, now }) {
  const list = JSON.stringify(events);
  const head = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    site: siteId,
    written: new Date(now).toISOString(),
    count: events.length,
    sha256: hex(sha256(list)),
  });
  const bytes = new TextEncoder().encode(`${head.slice(0, -1)},"events":${list}}\n`);
  // A browser that cannot pack gives the same, only longer; reading takes both.
  return canPack() ? pack(bytes, "gzip") : bytes;
}

/**
 * @param {Uint8Array} bytes
 * @param {{ siteId: string, formerSiteIds?: readonly string[] }} site
 * @returns {Promise<unknown[]>} its rows, not yet checked one by one
 * @throws {ImportFault}
 */
export async function readFile(bytes, { siteId, formerSiteIds = [] }) {
  if (bytes.length > FILE_LIMIT) throw new ImportFault("big");
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let content = bytes;
  if (packed) {
    try {
      content = await unpack(bytes, "gzip", TEXT_LIMIT);
    } catch (error) {
      throw new ImportFault(error instanceof RangeError ? "big" : "damaged");
    }
  }
  /** @type {any} */
  let file;
  try {
    file = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    // What begins as our files do was one of ours.
    const begin = new TextDecoder().decode(content.subarray(0, 40));
    throw new ImportFault(begin.startsWith(`{"format":"${FORMAT}"`) ? "damaged" : "foreign");
  }
  if (typeof file !== "object" || file === null || file.format !== FORMAT) throw new ImportFault("foreign");
  if (!(Number.isInteger(file.version) && file.version >= 1)) throw new ImportFault("damaged");
  if (file.version > VERSION) throw new ImportFault("newer");
  if (!Array.isArray(file.events) || file.count !== file.events.length) throw new ImportFault("damaged");
  if (file.sha256 !== hex(sha256(JSON.stringify(file.events)))) throw new ImportFault("damaged");
  if (file.site !== siteId && !formerSiteIds.includes(file.site)) throw new ImportFault("site");
  return file.events;
}

/**
 * @typedef {object} Preview what importing would do
 * @property {LogEvent[]} fresh
 * @property {number} known
 * @property {number} unreadable
 * @property {number} answers how many of the new ones are answers
 * @property {number} first time of the earliest new one, 0 if there is none
 * @property {number} last
 * @property {number} returning new ones that are from before everything was erased
 */

/**
 * @param {readonly unknown[]} rows
 * @param {(uuid: string) => boolean} has
 * @param {unknown} erased when everything was erased, if it was
 * @returns {Preview}
 */
export function preview(rows, has, erased) {
  /** @type {Map<string, LogEvent>} */
  const fresh = new Map();
  let known = 0;
  let unreadable = 0;
  for (const row of rows) {
    const event = readEvent(row);
    if (!event) unreadable++;
    else if (has(event.uuid) || fresh.has(event.uuid)) known++;
    else fresh.set(event.uuid, event);
  }
  const events = [...fresh.values()];
  const times = events.map((it) => it.time);
  return {
    fresh: events,
    known,
    unreadable,
    answers: events.filter(({ kind }) => kind === "attempt" || kind === "exam-answered").length,
    first: times.reduce((one, other) => Math.min(one, other), times[0] ?? 0),
    last: times.reduce((one, other) => Math.max(one, other), 0),
    returning: typeof erased === "number" ? times.filter((time) => time <= erased).length : 0,
  };
}
