/** Calculates from stock what a shopper can buy (R58). Pure. */

/** The fields of a variant that decide whether it is available. */
export interface StockState {
  stock: number;
  isTracked: boolean;
  inventoryPolicy: 'deny' | 'continue';
}

/** sale_inventory_quantity when nothing limits a sale (R58). */
export const unlimitedStock = 999_999;

/** Returns 1 for on sale, 0 for sold out: stock is 0 and the policy denies overselling (PRICE-03, R58). */
export function saleStatus(variant: StockState): 0 | 1 {
  return unitsForSale(variant) > 0 ? 1 : 0;
}

/** Returns the units that can be sold now; `unlimited` when stock is not tracked or overselling is allowed. */
export function unitsForSale(variant: StockState): number {
  if (!variant.isTracked || variant.inventoryPolicy === 'continue') return unlimitedStock;
  return Math.max(0, variant.stock);
}
