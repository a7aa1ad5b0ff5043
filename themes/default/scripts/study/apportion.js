/**
 * Seats by weight, in integers: the same as `src/draw/apportion.rs`. Pure.
 * @module
 */

/**
 * Shares seats out by the method of the largest remainder: each gets the whole part of its exact share; what is left
 * goes, one each, to the largest remainders, of equal ones to the first. Without any weight nobody gets a seat.
 * @param {readonly number[]} weights integers
 * @param {number} seats an integer; seats × weights must be a safe integer
 * @returns {number[]}
 */
export function apportion(weights, seats) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const remainders = weights.map((weight) => (weight * seats) % total);
  const shares = weights.map((weight, at) => (weight * seats - remainders[at]) / total);
  const left = seats - shares.reduce((sum, share) => sum + share, 0);
  const order = weights.map((_, at) => at).sort((a, b) => remainders[b] - remainders[a] || a - b);
  for (const at of order.slice(0, left)) shares[at]++;
  return shares;
}
