/** What a stock number means for a shopper (R58). Pure. */

/** The fields of a variant that decide whether it can be bought. */
export interface StockState {
  stock: number;
  isTracked: boolean;
  inventoryPolicy: 'deny' | 'continue';
}

/** sale_inventory_quantity where nothing limits a sale (R58). */
export const unlimited = 999_999;

/** 1 on sale, 0 sold out: stock is 0 and the policy stops there (PRICE-03, R58). */
export function saleStatus(variant: StockState): 0 | 1 {
  return unitsForSale(variant) > 0 ? 1 : 0;
}

/** How many pieces can be sold now; `unlimited` where stock is not counted or sales go on without it. */
export function unitsForSale(variant: StockState): number {
  if (!variant.isTracked || variant.inventoryPolicy === 'continue') return unlimited;
  return Math.max(0, variant.stock);
}
