/**
 * Gives a file to the learner.
 * @module
 */

/**
 * @param {Uint8Array | string} content
 * @param {string} name
 * @param {string} type
 */
export function saveAs(content, name, type) {
  const url = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (content)], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read only after the click was dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * @param {string} siteId
 * @param {string} what
 * @param {Date} now
 * @returns {string} a name with the learner's day
 */
export function fileName(siteId, what, now) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${siteId.replace(/[^\w-]+/g, "-")}-${what}-${day}`;
}
