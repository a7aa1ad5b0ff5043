/**
 * Events as a link for another device. They stand in its fragment, which no browser sends to a server.
 * @module
 */

import { canPack, fromBase64Url, pack, toBase64Url, unpack } from "./bytes.js";
import { ImportFault } from "./file.js";

/** @typedef {import("../study/events.js").LogEvent} LogEvent */

/** Characters of a link that programs for messages still pass on whole. */
export const LINK_LIMIT = 16_000;
/** What a link may hold when it is unpacked. */
const TEXT_LIMIT = 4 * 2 ** 20;
const VERSION = 1;
const BEGIN = "#handover=";

/**
 * @param {{ siteId: string, events: readonly LogEvent[] }} what
 * @returns {Promise<string>} a fragment, `#` included
 */
export async function writeHandover({ siteId, events }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ site: siteId, events }));
  // `z` is packed (zlib, which has a checksum), `p` plain.
  const body = canPack() ? `z${toBase64Url(await pack(bytes, "deflate"))}` : `p${toBase64Url(bytes)}`;
  return `${BEGIN}${VERSION}${body}`;
}

/**
 * @param {string} fragment `location.hash`
 * @returns {boolean}
 */
export const isHandover = (fragment) => fragment.startsWith(BEGIN);

/**
 * @param {string} fragment
 * @param {{ siteId: string, formerSiteIds?: readonly string[] }} site
 * @returns {Promise<unknown[]>} rows, not yet checked one by one
 * @throws {ImportFault}
 */
export async function readHandover(fragment, { siteId, formerSiteIds = [] }) {
  const parts = /^#handover=(\d+)([a-z])([\w-]*)$/.exec(fragment);
  if (!parts) throw new ImportFault("damaged");
  const [, version, way, body] = parts;
  if (Number(version) > VERSION) throw new ImportFault("newer");
  if (version !== String(VERSION) || !/[pz]/.test(way)) throw new ImportFault("damaged");
  if (body.length > TEXT_LIMIT) throw new ImportFault("big");
  /** @type {any} */
  let value;
  try {
    const bytes = fromBase64Url(body);
    const content = way === "z" ? await unpack(bytes, "deflate", TEXT_LIMIT) : bytes;
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch (error) {
    throw new ImportFault(error instanceof RangeError && error.message === "too much" ? "big" : "damaged");
  }
  if (typeof value !== "object" || value === null || !Array.isArray(value.events)) throw new ImportFault("damaged");
  if (value.site !== siteId && !formerSiteIds.includes(value.site)) throw new ImportFault("site");
  return value.events;
}

/**
 * @param {object} what
 * @param {string} what.address of the settings page, without a fragment
 * @param {string} what.siteId
 * @param {readonly LogEvent[]} what.events
 * @returns {Promise<string | null>} a link; null if it would be too long
 */
export async function linkFor({ address, siteId, events }) {
  const link = address + (await writeHandover({ siteId, events }));
  return link.length <= LINK_LIMIT ? link : null;
}
