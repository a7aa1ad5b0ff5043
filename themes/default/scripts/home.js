/**
 * Entry of the home page and of an exam's page: tells a learner who comes back what to do today. Who is here for the
 * first time loads nothing more.
 * @module
 */

/** @typedef {typeof import("./resume.js")} Resume */

const root = /** @type {HTMLElement | null} */ (document.querySelector(".study.resume"));

/** @param {string} site */
async function hasHistory(site) {
  try {
    const bases = await indexedDB.databases();
    return bases.some(({ name }) => name === `studyhall:${site}`);
  } catch {
    // A browser that does not list them may have one; where storage is blocked there is none, which shows soon.
    return "indexedDB" in window;
  }
}

if (root) {
  hasHistory(root.dataset.site ?? "").then(async (found) => {
    if (!found) return;
    /** @type {Resume} */
    const { resume } = await import(new URL("resume.js", import.meta.url).href);
    await resume(root);
  }, console.error);
}
