/**
 * Tells the other tabs of a site what happened to the log.
 * @module
 */

/** @typedef {"added" | "erased"} News */

/**
 * @typedef {object} Channel
 * @property {(news: News) => void} tell
 * @property {() => void} close
 */

/**
 * @param {string} name of the site's own
 * @param {(news: News) => void} hear
 * @returns {Channel}
 */
export function openChannel(name, hear) {
  /** @type {BroadcastChannel | null} */
  let channel = null;
  try {
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data === "added" || data === "erased") hear(data);
    };
    // In Node.js an open channel would keep a test running.
    /** @type {any} */ (channel).unref?.();
  } catch {
    // Blocked, or unknown to the browser: then each tab sees the news when it is loaded again.
  }
  return {
    tell: (news) => channel?.postMessage(news),
    close: () => channel?.close(),
  };
}
