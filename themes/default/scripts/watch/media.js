/**
 * Images and media of the page: a file that changed leaves the page that shows it as it was, so each is asked for.
 * @module
 */

const MEDIA = "img[src], video[src], audio[src], source[src]";

/** @typedef {HTMLImageElement | HTMLMediaElement | HTMLSourceElement} Media */

/** @type {Map<string, string>} tags of the files that are shown, by address */
const tags = new Map();

/** @type {Map<string, number>} the look at which a file was found to be another one, by address */
const changed = new Map();

/**
 * @param {Media} element
 * @returns {URL} where its file is, whatever version of it is shown
 */
function addressOf(element) {
  const url = new URL(element.src, location.href);
  url.searchParams.delete("look");
  return url;
}

/**
 * @param {ParentNode} root
 * @returns {Media[]} what shows files of this server
 */
const media = (root) =>
  /** @type {Media[]} */ (Array.from(root.querySelectorAll(MEDIA))).filter(
    (it) => addressOf(it).origin === location.origin,
  );

/**
 * Lets a page show the present versions of files: a browser has one version for one address as long as a page lives.
 * @param {ParentNode} root
 */
export function renew(root) {
  for (const element of media(root)) {
    const url = addressOf(element);
    const look = changed.get(url.href);
    if (!look) continue;
    url.searchParams.set("look", String(look));
    if (element.src !== url.href) element.src = url.href;
  }
}

/**
 * Asks which files of the page are not what they were.
 * @param {number} look
 */
export async function refresh(look) {
  const addresses = new Set(media(document).map((it) => addressOf(it).href));
  const asked = Array.from(addresses, async (address) => {
    const { headers, status } = await fetch(address, { method: "HEAD", cache: "no-store" });
    const tag = headers.get("etag") ?? String(status);
    const before = tags.get(address);
    tags.set(address, tag);
    if (before !== undefined && before !== tag) changed.set(address, look);
  });
  await Promise.all(asked);
  renew(document);
}
