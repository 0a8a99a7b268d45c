/** Amount limits of a payment account (R23): inclusive, in major units of the currency; null means no limit. */
export interface AmountLimits {
  min_amount: number | null;
  max_amount: number | null;
}

export function isOutsideLimits(amount: number, { min_amount, max_amount }: AmountLimits): boolean {
  return (min_amount !== null && amount < min_amount) || (max_amount !== null && amount > max_amount);
}
