/**
 * Splits an amount over lines by weight so that the parts add up exactly. Each part is rounded down; then the lines with the largest
 * remainders get one more minor unit each, with ties going to the earlier line (R100).
 * @param total amount in minor units, an integer of 0 or more
 * @param weights integers of 0 or more; if all are 0, the first line gets the whole total
 * @returns one part for each weight; never more than its weight if total ≤ sum of weights
 * @throws RangeError for negative or fractional input, or for a total above 0 without any weights
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  for (const value of [total, ...weights]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`cannot allocate with ${value}`);
  }
  if (weights.length === 0 && total > 0) throw new RangeError('there is no line to allocate to');
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0));

  const shares = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight);
    return { index, part: Number(product / sum), remainder: product % sum };
  });
  const remainder = total - shares.reduce((all, share) => all + share.part, 0);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder.slice(0, remainder)) share.part += 1;
  return shares.map((share) => share.part);
}
