/**
 * From a response to its score and verdicts. Pure.
 * @module
 */

/** @typedef {"all-or-nothing" | "net" | "per-choice"} Rule */
/** @typedef {"correct" | "wrong" | "missed" | "left"} ChoiceVerdict */
/** @typedef {"right" | "partly" | "wrong" | "incomplete" | "none"} Verdict */
/** @typedef {ReadonlySet<string>} Ids choice ids */

/**
 * @param {Ids} key
 * @param {Ids} chosen
 */
function tally(key, chosen) {
  let hits = 0;
  for (const id of chosen) if (key.has(id)) hits++;
  return { hits, extra: chosen.size - hits, missed: key.size - hits };
}

/**
 * @param {Rule} rule
 * @param {Ids} key
 * @param {Ids} chosen
 * @param {number} shown how many choices there are
 * @returns {number} 0 to 1
 */
export function score(rule, key, chosen, shown) {
  // Leaving everything out would earn points per choice; a blank answer decides nothing, so it earns nothing.
  if (chosen.size === 0) return 0;
  const { hits, extra, missed } = tally(key, chosen);
  switch (rule) {
    case "net":
      return Math.max(0, (hits - extra) / key.size);
    case "per-choice":
      return 1 - (extra + missed) / shown;
    default:
      return extra + missed === 0 ? 1 : 0;
  }
}

/**
 * @param {boolean} isKey
 * @param {boolean} isChosen
 * @returns {ChoiceVerdict}
 */
export function choiceVerdict(isKey, isChosen) {
  if (isKey) return isChosen ? "correct" : "missed";
  return isChosen ? "wrong" : "left";
}

/**
 * The verdict on a response. Where the page tells how many to select, another number is not wrong, but not yet an
 * answer.
 * @param {Rule} rule
 * @param {Ids} key
 * @param {Ids} chosen
 * @param {number} shown how many choices there are
 * @param {number | null} count how many are to be selected; null where the page does not tell
 * @returns {Verdict}
 */
export function verdict(rule, key, chosen, shown, count) {
  if (count !== null && count > 1 && chosen.size !== count) return "incomplete";
  if (chosen.size === 0) return "none";
  const { hits, extra, missed } = tally(key, chosen);
  if (extra + missed === 0) return "right";
  // Per choice, what was rightly left earns points too; with no hit, "partly right" would still be a strange word.
  return hits > 0 && score(rule, key, chosen, shown) > 0 ? "partly" : "wrong";
}

/**
 * What is said where the number of selections is not the one asked for. Languages have up to six forms for a counted
 * thing, so the page brings a line for each number.
 * @param {Readonly<{ few?: string, many?: string }>} lines for one, two, … too few or too many
 * @param {number} excess how many too many are selected; below 0: too few
 * @returns {string}
 */
export function howMany({ few = "", many = "" }, excess) {
  return (excess < 0 ? few : many).split("\n")[Math.abs(excess) - 1] ?? "";
}
