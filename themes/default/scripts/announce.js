/**
 * The status line of an article.
 * @module
 */

/**
 * @param {HTMLElement} status an element with `role=status` that was in the page from the start
 * @returns {(text: string, done?: () => void) => void} says a text once; an empty one only clears
 */
export function announcer(status) {
  let frame = 0;
  return (text, done) => {
    cancelAnimationFrame(frame);
    status.textContent = "";
    if (!text) return;
    // The empty line must have been a frame of its own, or the same sentence twice in a row would be no change, and
    // would not be read out again.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        status.textContent = text;
        done?.();
      });
    });
  };
}
