/**
 * The words of a page, from its data block. Pure but for `wordsOf`.
 * @module
 */

import { fill } from "./letters.js";

/** @typedef {string | Readonly<Record<string, string>>} Word a sentence, or its forms by plural category */
/** @typedef {(key: string, values?: Readonly<Record<string, string | number>>) => string} Say */

/**
 * @param {Readonly<Record<string, Word>>} words
 * @param {string} lang
 * @returns {Say} a sentence with its values put in; one with plural forms goes by the value `n`
 */
export function wording(words, lang) {
  const rules = new Intl.PluralRules(lang || "en");
  return (key, values = {}) => {
    const word = words[key] ?? key;
    if (typeof word === "string") return fill(word, values);
    return fill(word[rules.select(Number(values.n))] ?? word.other ?? key, values);
  };
}

/** @returns {Say} the words that this page brings along */
export function wordsOf() {
  const block = document.getElementById("words");
  return wording(JSON.parse(block?.textContent || "{}"), document.documentElement.lang);
}
