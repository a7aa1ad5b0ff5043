/**
 * A plan as a calendar file (iCalendar, RFC 5545). Pure.
 * @module
 */

import { dateOf } from "./days.js";

/**
 * @typedef {object} CalendarDay
 * @property {number} day
 * @property {string} key what tells it from others of that day; a later export with the same key replaces it
 * @property {string} title
 * @property {string} [text]
 * @property {string} [url] with its scheme
 */

/** @param {string} text */
const escape = (text) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    // No other control character is allowed in a text.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");

/**
 * Lines hold at most 75 octets; a longer one goes on after a line break and a space. No character is cut.
 * @param {string} line
 */
function fold(line) {
  const encoder = new TextEncoder();
  let folded = "";
  let room = 75;
  for (const character of line) {
    const octets = encoder.encode(character).length;
    if (octets > room) {
      folded += "\r\n ";
      room = 74;
    }
    folded += character;
    room -= octets;
  }
  return folded;
}

/** @param {number} time @returns {string} in UTC, `YYYYMMDDTHHMMSSZ` */
const stampOf = (time) => `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** @param {number} day */
const dateValue = (day) => dateOf(day).replaceAll("-", "");

/**
 * Whole days, which do not depend on a zone and do not block time.
 * @param {object} calendar
 * @param {string} calendar.name
 * @param {string} calendar.site id of the site; makes the events' ids those of this site alone
 * @param {readonly CalendarDay[]} calendar.days
 * @param {number} now
 * @returns {string}
 */
export function calendar({ name, site, days }, now) {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Study Hall//studyhall//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escape(name)}`,
  ];
  for (const { day, key, title, text, url } of days) {
    lines.push(
      "BEGIN:VEVENT",
      `UID:${escape(`${dateOf(day)}-${key}@${site}`)}`,
      `DTSTAMP:${stampOf(now)}`,
      `DTSTART;VALUE=DATE:${dateValue(day)}`,
      `DTEND;VALUE=DATE:${dateValue(day + 1)}`,
      `SUMMARY:${escape(title)}`,
    );
    if (text) lines.push(`DESCRIPTION:${escape(text)}`);
    // An address is no text and is not escaped; encoded, it can hold no line break.
    if (url) lines.push(`URL:${new URL(url).href}`);
    lines.push("TRANSP:TRANSPARENT", "END:VEVENT");
  }
  lines.push("END:VCALENDAR");
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}
