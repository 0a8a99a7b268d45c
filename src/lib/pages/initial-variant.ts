import { findRowBySkuId, getInitialRow } from '#lib/catalog/variant-table.ts';
import type { VariantTable } from '#lib/contract/product.ts';

export interface InitialVariant {
  row: number;
  skuId: number;
  /** Index of the chosen value for each option. */
  choice: number[];
  price: number;
  /** Struck-through price, the higher of compare-at price and price without promotions; null if there is none. */
  was: number | null;
  isOnSale: boolean;
  /** Index in the product's images. */
  picture: number;
  sku: string;
}

/**
 * Returns the variant that a product page displays initially.
 * @param requestedId `?variant=` of the URL; an unknown id is ignored
 */
export function findInitialVariant(
  product: { variants: VariantTable },
  requestedId: string | null,
): InitialVariant {
  const table = product.variants;
  const named = requestedId === null ? -1 : findRowBySkuId(table, Number(requestedId));
  const row = named === -1 ? getInitialRow(table) : named;
  const price = table.sale_price[row] ?? 0;
  const was = Math.max(table.compare_at_price[row] ?? 0, table.original_price[row] ?? 0);
  return {
    row,
    skuId: table.sku_id[row] ?? 0,
    choice: table.choice[row] ?? [],
    price,
    was: was > price ? was : null,
    isOnSale: table.sale_status[row] === 1,
    picture: Math.max(0, table.picture[row] ?? 0),
    sku: table.sku[row] ?? '',
  };
}
