/**
 * Bytes as text, and packed. What comes from outside is bounded before it is unpacked.
 * @module
 */

/**
 * @param {Uint8Array} bytes
 * @returns {string} base64 for addresses (RFC 4648, section 5), without padding
 */
export function toBase64Url(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} text
 * @returns {Uint8Array}
 * @throws {RangeError} if it is not base64 for addresses
 */
export function fromBase64Url(text) {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new RangeError("no base64");
  const packed = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(packed, (character) => character.charCodeAt(0));
}

/** @typedef {"gzip" | "deflate"} Format */

/** Whether the browser can pack. */
export const canPack = () => typeof CompressionStream === "function" && typeof DecompressionStream === "function";

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} limit
 * @returns {Promise<Uint8Array>}
 * @throws {RangeError} as soon as there is more than the limit
 */
async function collect(stream, limit) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => {});
      throw new RangeError("too much");
    }
    chunks.push(value);
  }
  const result = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    result.set(chunk, at);
    at += chunk.length;
  }
  return result;
}

/**
 * @param {Uint8Array} bytes
 * @returns {ReadableStream<any>}
 */
const streamOf = (bytes) => new Blob([/** @type {BlobPart} */ (bytes)]).stream();

/**
 * @param {Uint8Array} bytes
 * @param {Format} format
 * @returns {Promise<Uint8Array>}
 */
export const pack = (bytes, format) => collect(streamOf(bytes).pipeThrough(new CompressionStream(format)), Infinity);

/**
 * @param {Uint8Array} bytes
 * @param {Format} format
 * @param {number} limit of bytes unpacked
 * @returns {Promise<Uint8Array>}
 * @throws {RangeError} if there would be more
 * @throws {TypeError} if the bytes are damaged
 */
export const unpack = (bytes, format, limit) =>
  collect(streamOf(bytes).pipeThrough(new DecompressionStream(format)), limit);
