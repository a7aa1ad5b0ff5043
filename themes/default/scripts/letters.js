/**
 * Letters of choices: always by the order on screen, never by the order in which they were written.
 * @module
 */

/**
 * A … Z, then AA, AB, … as in a spreadsheet.
 * @param {number} index from 0
 * @returns {string}
 */
export function letterAt(index) {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

/**
 * Letters as a list in a language: "A and C".
 * @param {readonly string[]} letters
 * @param {string} lang
 * @returns {string}
 */
export function joinLetters(letters, lang) {
  let format;
  try {
    format = new Intl.ListFormat(lang, { type: "conjunction" });
  } catch {
    // A malformed tag in a question is the linter's business; the learner still gets a sentence.
    format = new Intl.ListFormat("en", { type: "conjunction" });
  }
  return format.format(letters);
}

/**
 * Puts values into the `{name}` places of a sentence; an unknown name stays as it is.
 * @param {string} sentence
 * @param {Readonly<Record<string, string | number>>} values
 * @returns {string}
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
