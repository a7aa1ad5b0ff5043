/**
 * Numbers as the page's language writes them.
 * @module
 */

const lang = () => document.documentElement.lang || "en";

/**
 * @param {number} share 0 to 1
 * @returns {string} `58%`, or with one decimal where there is one
 */
export const percentText = (share) =>
  new Intl.NumberFormat(lang(), { style: "percent", maximumFractionDigits: 1 }).format(share);

/**
 * @param {number} points
 * @returns {string} with one decimal where there is one
 */
export const pointsText = (points) => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(points);
