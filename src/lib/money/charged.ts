/** What a line costs, as every surface shows it: bag, checkout, receipt, order page, invoice and email (R137). Pure. */

/** An amount that is paid, and the one struck beside it: null where it is the same. */
export interface Charged {
  amount: number;
  before: number | null;
}

export interface ChargedLine extends Charged {
  /** What is really paid for one unit; not rounded. */
  each: number;
}

/**
 * Returns what a line costs. Struck is only the price of its units without this bag's discounts: what struck amounts exceed
 * the paid ones by is the sum of the discounts, so "You save" can be checked on every surface. All amounts in one unit.
 * @param before of all units, at the unit price before discounts
 */
export function chargedLine(amount: number, before: number, quantity: number): ChargedLine {
  return { ...charged(amount, before), each: amount / quantity };
}

/** Returns an amount with the one it replaces, which is struck only where it is more. */
export function charged(amount: number, before: number): Charged {
  return { amount, before: before > amount ? before : null };
}
