/**
 * What a learner chose, in localStorage. Losing it loses no history.
 * @module
 */

/**
 * @typedef {object} Preferences
 * @property {boolean} shortcuts whether single keys do something
 * @property {boolean} confidence whether to ask how sure one is, before the answer is shown
 * @property {number} rollover the hour at which a day begins, 0 to 23
 * @property {number} exported when the log was last exported, in milliseconds since 1970; 0 for never
 * @property {string[]} told of which corrections the learner was told
 */

/** @type {Readonly<Preferences>} */
export const defaults = { shortcuts: true, confidence: false, rollover: 4, exported: 0, told: [] };

/** @type {{ [Name in keyof Preferences]: (value: any) => boolean }} */
const checks = {
  shortcuts: (value) => typeof value === "boolean",
  confidence: (value) => typeof value === "boolean",
  rollover: (value) => Number.isInteger(value) && value >= 0 && value <= 23,
  exported: (value) => Number.isFinite(value) && value >= 0,
  told: (value) =>
    Array.isArray(value) && value.length <= 100_000 && value.every((it) => typeof it === "string" && it.length <= 400),
};

/**
 * Reads preferences from a text that anyone may have written.
 * @param {string | null} text
 * @returns {Preferences} what is missing or makes no sense is as usual
 */
export function readPreferences(text) {
  let found;
  try {
    found = JSON.parse(text ?? "");
  } catch {
    found = null;
  }
  const entries = Object.entries(defaults).map(([name, usual]) => {
    const value = found?.[name];
    return [name, checks[/** @type {keyof Preferences} */ (name)](value) ? value : usual];
  });
  return Object.fromEntries(entries);
}

/**
 * @typedef {object} PreferenceStore
 * @property {<Name extends keyof Preferences>(name: Name) => Preferences[Name]} get
 * @property {<Name extends keyof Preferences>(name: Name, value: Preferences[Name]) => void} set
 * @property {(listener: () => void) => void} subscribe to changes, in this tab and in others
 * @property {() => void} erase
 */

/**
 * @param {string} siteId
 * @returns {PreferenceStore}
 */
export function openPreferences(siteId) {
  const key = `studyhall:${siteId}:preferences`;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** @type {Storage | null} */
  let storage = null;
  let current = { ...defaults };
  try {
    // Merely to name it is an error where storage is blocked.
    storage = localStorage;
    current = readPreferences(storage.getItem(key));
    addEventListener("storage", (event) => {
      if (event.key !== key && event.key !== null) return;
      current = readPreferences(event.key === null ? null : event.newValue);
      for (const listener of listeners) listener();
    });
  } catch {
    // They last as long as the page.
  }
  return {
    get: (name) => current[name],
    set: (name, value) => {
      // What another tab wrote since this one read stays.
      try {
        if (storage) current = readPreferences(storage.getItem(key));
        current = { ...current, [name]: value };
        storage?.setItem(key, JSON.stringify(current));
      } catch {
        current = { ...current, [name]: value };
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
    },
    erase: () => {
      current = { ...defaults };
      try {
        storage?.removeItem(key);
      } catch {
        // There is nothing then.
      }
      for (const listener of listeners) listener();
    },
  };
}
