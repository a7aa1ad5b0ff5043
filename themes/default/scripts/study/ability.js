/**
 * Ability in each topic, from answers: a hierarchical logistic model with guessing and a trend, by the normal
 * approximation around its mode. Pure.
 *
 * An answer is right with the chance g + (1 − g) / (1 + exp(−(a + d_topic − b × age))), where `a` is the ability of
 * today, `b` what it grows a day, and the d are what topics differ by. All three have normal priors.
 * @module
 */

/**
 * @typedef {object} Answer
 * @property {number} topic
 * @property {number} score 0 to 1
 * @property {number} guess chance of being right blindly
 * @property {number} weight
 * @property {number} age in days
 */

/**
 * Ability in each topic today, in logits: a normal distribution.
 * @typedef {object} Ability
 * @property {number[]} mean
 * @property {number[][]} root lower triangle; root × its transpose is the covariance
 */

/** What is believed before any answer; tuned on one simulator (`tests/scripts/calibration.test.js`). */
export const prior = {
  ability: { mean: -0.5, sd: 0.9 },
  growth: { mean: 0.02, sd: 0.02 },
  topic: { sd: 0.5 },
  /** What the model itself may be wrong by, in all topics alike. */
  misfit: { sd: 0.12 },
};

/**
 * @param {readonly Answer[]} answers
 * @param {number} topics
 * @returns {Ability}
 */
export function fit(answers, topics) {
  // Parameters: ability, growth, then one for each topic.
  const size = topics + 2;
  const means = [prior.ability.mean, prior.growth.mean, ...Array(topics).fill(0)];
  const precisions = [prior.ability.sd ** -2, prior.growth.sd ** -2, ...Array(topics).fill(prior.topic.sd ** -2)];
  const values = [...means];
  /** @type {number[][]} */
  let factor = [];
  for (let turn = 0; turn < 30; turn++) {
    const information = precisions.map((own, row) => precisions.map((_, column) => (row === column ? own : 0)));
    const slope = values.map((value, at) => (means[at] - value) * precisions[at]);
    for (const { topic, score, guess, weight, age } of answers) {
      const know = 1 / (1 + Math.exp(-(values[0] - values[1] * age + values[topic + 2])));
      const chance = Math.min(Math.max(guess + (1 - guess) * know, 1e-9), 1 - 1e-9);
      const change = (1 - guess) * know * (1 - know);
      const pull = (weight * (score - chance) * change) / (chance * (1 - chance));
      const own = (weight * change * change) / (chance * (1 - chance));
      slope[0] += pull;
      slope[1] -= pull * age;
      slope[topic + 2] += pull;
      const row = information[topic + 2];
      information[0][0] += own;
      information[1][0] -= own * age;
      information[1][1] += own * age * age;
      row[0] += own;
      row[1] -= own * age;
      row[topic + 2] += own;
    }
    factor = cholesky(information);
    const step = solve(factor, slope);
    // A step of more than two logits would be far outside of what the approximation holds for.
    const most = Math.max(...step.map(Math.abs));
    step.forEach((change, at) => (values[at] += most > 2 ? (change * 2) / most : change));
    if (most < 1e-8) break;
  }
  // Rows of the inverse's root: covariance = L⁻ᵀ L⁻¹; a topic's ability is the sum of two parameters.
  const inverse = Array.from({ length: size }, (_, at) => {
    const unit = Array(size).fill(0);
    unit[at] = 1;
    return forward(factor, unit);
  });
  const rows = Array.from({ length: topics }, (_, topic) =>
    Array.from({ length: size }, (_, at) => inverse[0][at] + inverse[topic + 2][at]),
  );
  const covariance = rows.map((one) =>
    rows.map((other) => one.reduce((sum, value, at) => sum + value * other[at], prior.misfit.sd ** 2)),
  );
  return { mean: rows.map((_, topic) => values[0] + values[topic + 2]), root: cholesky(covariance) };
}

/** @param {readonly (readonly number[])[]} matrix its lower triangle; positive definite */
function cholesky(matrix) {
  const root = matrix.map(() => Array(matrix.length).fill(0));
  for (let row = 0; row < matrix.length; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row][column];
      for (let at = 0; at < column; at++) sum -= root[row][at] * root[column][at];
      root[row][column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / root[column][column];
    }
  }
  return root;
}

/** Solves L x = b. @param {readonly (readonly number[])[]} root @param {readonly number[]} right */
function forward(root, right) {
  /** @type {number[]} */
  const found = [];
  for (let row = 0; row < right.length; row++) {
    let sum = right[row];
    for (let at = 0; at < row; at++) sum -= root[row][at] * found[at];
    found.push(sum / root[row][row]);
  }
  return found;
}

/** Solves L Lᵀ x = b. @param {readonly (readonly number[])[]} root @param {readonly number[]} right */
function solve(root, right) {
  const found = forward(root, right);
  for (let row = right.length - 1; row >= 0; row--) {
    for (let at = row + 1; at < right.length; at++) found[row] -= root[at][row] * found[at];
    found[row] /= root[row][row];
  }
  return found;
}
