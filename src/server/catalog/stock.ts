/** Calculates from the stock whether a shopper can buy a variant, and how many units (R58). Pure. */

/** The fields of a variant that decide whether it is available. */
export interface StockState {
  stock: number;
  isTracked: boolean;
  inventoryPolicy: 'deny' | 'continue';
}

/** Value of `sale_inventory_quantity` if nothing limits the quantity (R58). */
export const unlimitedStock = 999_999;

/**
 * Returns 1 if the variant can be bought, 0 if it is sold out: its stock is 0 and the policy denies overselling (PRICE-03, R58).
 */
export function saleStatus(variant: StockState): 0 | 1 {
  return unitsForSale(variant) > 0 ? 1 : 0;
}

/** Returns the number of units that can be sold now; `unlimitedStock` if stock is not tracked or overselling is allowed. */
export function unitsForSale(variant: StockState): number {
  if (!variant.isTracked || variant.inventoryPolicy === 'continue') return unlimitedStock;
  return Math.max(0, variant.stock);
}
