/**
 * Prices and stock as they are at the moment: a kept page may be older than they are, and never knows how many pieces are
 * left (PDP-04, PDP-05).
 */
import { api } from '#client/api.ts';
import type { ProductData } from './product-data.ts';

/** From here on the page says how many are left. */
export const fewPieces = 5;

/** @returns the product as it is now; as it was where the shop cannot be asked */
export async function withLiveVariants(product: ProductData): Promise<ProductData> {
  const { id, variants } = product;
  const params = { id };
  const [prices, stocks] = await Promise.all([
    api('GET /api/v1/products/:id/variant/price', { params }),
    api('GET /api/v1/products/:id/variant/inventory', { params }),
  ]);
  if (!prices.data || prices.code !== 0 || !stocks.data || stocks.code !== 0) return product;
  const priceOf = new Map(prices.data.map((row) => [row.sku_id, row]));
  const stockOf = new Map(stocks.data.map((row) => [row.sku_id, row]));
  const isForSale = (skuId: number) => {
    const stock = stockOf.get(skuId);
    return stock?.sale_status === 1 && stock.is_product_published && !stock.is_product_deleted;
  };
  const { sku_id, sale_price, original_price } = variants;
  return {
    ...product,
    variants: {
      ...variants,
      sale_price: sku_id.map((skuId, row) => priceOf.get(skuId)?.sale_price ?? sale_price[row] ?? 0),
      original_price: sku_id.map(
        (skuId, row) => priceOf.get(skuId)?.original_price ?? original_price[row] ?? 0,
      ),
      sale_status: sku_id.map((skuId) => (isForSale(skuId) ? 1 : 0)),
    },
    left: new Map(stocks.data.map((row) => [row.sku_id, row.sale_inventory_quantity])),
  };
}
