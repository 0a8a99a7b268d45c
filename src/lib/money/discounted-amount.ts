/** Amounts of a line, the same on every surface: bag, checkout, receipt, order page, invoice and email (R137). Pure. */

/** An amount to pay, and the struck-through amount beside it: null if they are equal. */
export interface DiscountedAmount {
  amount: number;
  before: number | null;
}

export interface DiscountedLineAmount extends DiscountedAmount {
  /** Amount paid for one unit; not rounded. */
  each: number;
}

/**
 * Returns the amounts of a line. The struck-through amount contains only this bag's discounts, so that all struck amounts minus
 * all paid ones equal the sum of the discounts: shoppers can check "You save" on every surface. All amounts in the same unit.
 * @param before amount of all units at the unit price before discounts
 */
export function toDiscountedLineAmount(
  amount: number,
  before: number,
  quantity: number,
): DiscountedLineAmount {
  return { ...toDiscountedAmount(amount, before), each: amount / quantity };
}

/** Returns an amount with the previous one, which is struck through only if it is higher. */
export function toDiscountedAmount(amount: number, before: number): DiscountedAmount {
  return { amount, before: before > amount ? before : null };
}
