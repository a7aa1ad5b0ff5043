/**
 * How long this page was looked at. A tab in the background is not.
 * @module
 */

let before = 0;
/** @type {number | null} */
let since = null;

function look() {
  if (document.visibilityState === "visible") since ??= performance.now();
  else if (since !== null) {
    before += performance.now() - since;
    since = null;
  }
}

document.addEventListener("visibilitychange", look);
look();

/** @returns {number} milliseconds */
export const seen = () => before + (since === null ? 0 : performance.now() - since);
