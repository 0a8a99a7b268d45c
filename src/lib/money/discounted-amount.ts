/**
 * Calculates the amounts of a line, the same in the bag, the checkout, the receipt, the order page, the invoice and emails (R137). Pure.
 */

/** An amount to pay, and the struck-through amount beside it, which is null if the two are equal. */
export interface DiscountedAmount {
  amount: number;
  before: number | null;
}

export interface DiscountedLineAmount extends DiscountedAmount {
  /** Amount paid for one unit, not rounded. */
  each: number;
}

/**
 * Returns the amounts of a line. The struck-through amount differs from the paid one only by this bag's discounts, so that all
 * struck-through amounts minus all paid amounts equal the total discount: shoppers can verify "You save". All amounts are in the same unit.
 * @param before amount of all units at the unit price before discounts
 */
export function toDiscountedLineAmount(
  amount: number,
  before: number,
  quantity: number,
): DiscountedLineAmount {
  return { ...toDiscountedAmount(amount, before), each: amount / quantity };
}

/** Returns an amount with the previous amount, which is struck through only if it is higher. */
export function toDiscountedAmount(amount: number, before: number): DiscountedAmount {
  return { amount, before: before > amount ? before : null };
}
