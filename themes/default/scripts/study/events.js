/**
 * The log's events: what a learner did, never changed once written. Everything else is derived from them. Pure.
 * @module
 */

/** @typedef {"right" | "partly" | "wrong" | "revealed"} Verdict */
/** @typedef {"guess" | "unsure" | "sure"} Confidence */
/** @typedef {"page" | "practice" | "today" | "mock"} Mode */

/**
 * What every event has.
 * @typedef {object} Common
 * @property {1} v version of the event's shape
 * @property {string} uuid
 * @property {string} device
 * @property {number} time milliseconds since 1970
 * @property {number} zone minutes east of UTC at that time and place
 */

/**
 * @typedef {object} Attempt
 * @property {"attempt"} kind
 * @property {string} question
 * @property {string} revision
 * @property {string[]} chosen choice ids
 * @property {string[]} order choice ids as shown
 * @property {Verdict} verdict
 * @property {number} score 0 to 1
 * @property {number} ms
 * @property {Confidence | null} confidence
 * @property {number} hints
 * @property {Mode} mode
 * @property {string | null} form
 * @property {string[]} [crossed] choice ids
 */

/** @typedef {{ kind: "rating", question: string, attempt: string, grade: number }} Rating */
/** @typedef {{ kind: "flag", question: string, on: boolean }} Flag */
/** @typedef {{ kind: "note", question: string, text: string }} Note */
/** @typedef {{ kind: "undo", cancels: string }} Undo */

/**
 * @typedef {object} ExamStarted its uuid is the name of the sitting
 * @property {"exam-started"} kind
 * @property {string} exam
 * @property {{ number: number | null, seed: string | number, ids: string[], counts?: unknown }} form
 * @property {number | null} minutes
 * @property {number} factor
 * @property {number | null} passMark
 * @property {string} scoring
 * @property {number | null} deadline
 * @property {string[]} revisions
 */

/**
 * @typedef {object} ExamAnswered the last one for a question counts
 * @property {"exam-answered"} kind
 * @property {string} sitting
 * @property {string} question
 * @property {string} revision
 * @property {string[]} chosen
 * @property {string[]} order
 * @property {number} ms spent by this visit
 * @property {boolean} flagged
 * @property {Verdict} [verdict] by the key of that time; where it is missing, today's key tells
 * @property {number} [score]
 */

/** @typedef {{ kind: "exam-submitted", sitting: string, timedOut: boolean }} ExamSubmitted */
/** @typedef {{ kind: "exam-date", exam: string, date: string | null, minutes: number }} ExamDate */

/** @typedef {Attempt | Rating | Flag | Note | Undo | ExamStarted | ExamAnswered | ExamSubmitted | ExamDate} Body */
/** @typedef {Common & Body} KnownEvent */
/**
 * An event that this version understands, or one of a newer version, which is kept and passed on.
 * @typedef {KnownEvent} LogEvent
 */

/** The longest note, in UTF-16 units. */
export const NOTE_LIMIT = 10_000;
/** How many questions a form may have, and choices a question. */
const FORM_LIMIT = 5_000;
const CHOICE_LIMIT = 100;
/** Up to the year 2200: beyond it, loops over days would not end. */
const TIME_LIMIT = 7_258_118_400_000;
const DAY = 86_400_000;
/** What an event of a kind that is not known here may weigh as JSON. */
const UNKNOWN_LIMIT = 262_144;

/** @typedef {(value: any) => boolean} Check */

/** @type {(low: number, high: number) => Check} */
const number = (low, high) => (value) => typeof value === "number" && value >= low && value <= high;
/** @type {(low: number, high: number) => Check} */
const whole = (low, high) => (value) => Number.isInteger(value) && value >= low && value <= high;
/** @type {(...values: unknown[]) => Check} */
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);
/** @type {(check: Check) => Check} */
const orNull = (check) => (value) => value === null || check(value);
/** @type {(check: Check) => Check} */
const optional = (check) => (value) => value === undefined || check(value);
/** @type {(check: Check, most: number) => Check} */
const list = (check, most) => (value) => Array.isArray(value) && value.length <= most && value.every(check);
/** @type {(check: Check, most: number) => Check} */
const set = (check, most) => (value) => list(check, most)(value) && new Set(value).size === value.length;
/** @type {Check} */
const boolean = (value) => typeof value === "boolean";
/** @type {Check} a name without control characters */
const name = (value) =>
  typeof value === "string" && value.length > 0 && value.length <= 200 && !/[\u0000-\u001f\u007f]/.test(value);
/** @type {Check} */
const uuid = (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
/** @type {Check} */
const revision = (value) => typeof value === "string" && /^[0-9a-z]{1,64}\.[0-9a-z]{1,64}$/.test(value);
/** @type {Check} a day of the calendar, so not 30 February */
const day = (value) =>
  typeof value === "string" &&
  /^2[01]\d\d-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
/** @type {Check} */
const verdict = oneOf("right", "partly", "wrong", "revealed");
const choices = set(name, CHOICE_LIMIT);
const scoring = oneOf("all-or-nothing", "net", "per-choice");

/** @type {Check} */
const form = (value) =>
  typeof value === "object" &&
  value !== null &&
  orNull(whole(1, 1e6))(value.number) &&
  (name(value.seed) || Number.isSafeInteger(value.seed)) &&
  set(name, FORM_LIMIT)(value.ids) &&
  (value.counts === undefined || JSON.stringify(value.counts).length <= UNKNOWN_LIMIT);

/** @type {Record<string, Check>} */
const common = {
  v: whole(1, 1e6),
  uuid,
  device: name,
  time: whole(0, TIME_LIMIT),
  zone: whole(-1_440, 1_440),
  kind: name,
};

/** @type {Record<string, Record<string, Check>>} */
const kinds = {
  attempt: {
    question: name,
    revision,
    chosen: choices,
    order: choices,
    verdict,
    score: number(0, 1),
    ms: number(0, DAY),
    confidence: orNull(oneOf("guess", "unsure", "sure")),
    hints: whole(0, 100),
    mode: oneOf("page", "practice", "today", "mock"),
    form: orNull(name),
    crossed: optional(choices),
  },
  rating: { question: name, attempt: uuid, grade: whole(1, 4) },
  flag: { question: name, on: boolean },
  note: { question: name, text: (text) => typeof text === "string" && text.length <= NOTE_LIMIT },
  undo: { cancels: uuid },
  "exam-started": {
    exam: name,
    form,
    minutes: orNull(number(0, 10_000)),
    factor: number(0, 100),
    passMark: orNull(number(0, 100)),
    scoring,
    deadline: orNull(number(0, TIME_LIMIT)),
    revisions: list(revision, FORM_LIMIT),
  },
  "exam-answered": {
    sitting: uuid,
    question: name,
    revision,
    chosen: choices,
    order: choices,
    ms: number(0, DAY),
    flagged: boolean,
    verdict: optional(verdict),
    score: optional(number(0, 1)),
  },
  "exam-submitted": { sitting: uuid, timedOut: boolean },
  "exam-date": { exam: name, date: orNull(day), minutes: number(0, 1_440) },
};

const checksOfCommon = Object.entries(common);
const checksOfKind = new Map(Object.entries(kinds).map(([kind, checks]) => [kind, Object.entries(checks)]));

/**
 * Whether an event is of a shape that this version understands.
 * @param {{ v: number, kind: string }} event
 */
export const isKnown = (event) => event.v === 1 && checksOfKind.has(event.kind);

/**
 * Reads a row that may come from anywhere: a file, a link, a damaged disk, a newer version.
 * @param {any} value
 * @returns {LogEvent | null} the value itself if it is an event, null if it is none
 */
export function readEvent(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  for (const [field, check] of checksOfCommon) if (!check(value[field])) return null;
  if (!isKnown(value)) {
    try {
      return JSON.stringify(value).length <= UNKNOWN_LIMIT ? value : null;
    } catch {
      return null;
    }
  }
  for (const [field, check] of /** @type {[string, Check][]} */ (checksOfKind.get(value.kind))) {
    if (!check(value[field])) return null;
  }
  // What was chosen was among what was shown.
  if (value.order && value.chosen.some((/** @type {string} */ id) => !value.order.includes(id))) return null;
  return value;
}

/**
 * Makes an event.
 * @param {Body} body
 * @param {{ uuid: string, device: string, time: number, zone: number }} context
 * @returns {LogEvent}
 * @throws {TypeError} if the body is not one that could be read again
 */
export function newEvent(body, { uuid, device, time, zone }) {
  const event = /** @type {LogEvent} */ ({ v: 1, uuid, device, time, zone, ...body });
  if (!isKnown(event) || !readEvent(event)) throw new TypeError(`no valid event: ${JSON.stringify(event)}`);
  return event;
}

/**
 * A random uuid (RFC 9562, version 4).
 * @param {Uint8Array} random 16 random bytes
 * @returns {string}
 */
export function uuidFrom(random) {
  const bytes = random.slice(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
