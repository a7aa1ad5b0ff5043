/**
 * Keeps a tab of `studyhall watch` in step with the bank. Only the preview adds it to pages; no built site has it.
 * @module
 */

import { decide, delay, shownBy } from "./watch/decide.js";
import { dock } from "./watch/dock.js";
import { refresh } from "./watch/media.js";
import { show } from "./watch/swap.js";

/** Milliseconds without a server after which that is said: a restart is quicker. */
const QUIET = 1000;

const view = dock("/.studyhall/watch.css");
let shown = shownBy(import.meta.url);

/** @type {import("./watch/decide.js").News | null} */
let waiting = null;
let busy = false;

/**
 * Brings the tab up to date, one piece of news after the other; of several that wait only the last counts.
 * @param {import("./watch/decide.js").News} latest
 */
async function follow(latest) {
  waiting = latest;
  if (busy) return;
  busy = true;
  while (waiting) {
    const news = waiting;
    waiting = null;
    const url = news.page?.url ?? location.pathname;
    try {
      const what = decide(shown, location.pathname, news);
      const now = what === "swap" || what === "styles" ? await show(url, what) : shown;
      if (what === "reload" || !now) return reload(url);
      shown = now;
      if (url !== location.pathname) history.replaceState(history.state, "", url + location.search + location.hash);
      view.tell(news);
      await refresh(news.number);
    } catch {
      // The server went away in between; the connection says so too, and asks again.
    }
  }
  busy = false;
}

/** @param {string} url */
function reload(url) {
  if (url === location.pathname) location.reload();
  else location.replace(url + location.search + location.hash);
}

/** @param {number} attempt */
function connect(attempt) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/.studyhall/socket`);
  let tried = attempt;
  socket.onopen = () => socket.send(location.pathname);
  socket.onmessage = ({ data }) => {
    tried = 0;
    clearTimeout(silence);
    view.lost(false);
    follow(JSON.parse(data));
  };
  const silence = setTimeout(() => view.lost(true), QUIET);
  socket.onclose = () => {
    clearTimeout(silence);
    if (leaving) return;
    if (tried > 1) view.lost(true);
    setTimeout(() => connect(tried + 1), delay(tried));
  };
}

let leaving = false;
addEventListener("pagehide", () => {
  leaving = true;
});
// From the browser's memory of pages: whatever it shows is of then.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});
connect(0);
