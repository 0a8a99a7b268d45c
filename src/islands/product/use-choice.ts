import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { showCustomisedEstimate, updatePageForVariant } from '#client/product/update-page-for-variant.ts';
import { findInitialVariant } from '#lib/pages/initial-variant.ts';
import { chosenValues, chosenVariantIndex } from './choice.ts';
import { customisationSurcharge, isCustomised, updateOptionVisibility } from './custom-options.ts';
import { type ProductData, restoreVariantChoices } from './product-data.ts';

/**
 * Returns the current choice in the product form. The form's controls are the state, so choices made before hydration are kept;
 * React only has a copy of the values that were last read from the controls.
 * @param written the product as rendered by the server; current prices and stock are fetched
 * @param start id of the page's initial variant
 */
export function useChoice(form: RefObject<HTMLFormElement | null>, written: ProductData, start: number) {
  const [initialProduct] = useState(() => restoreVariantChoices(written));
  const [product, setProduct] = useState(initialProduct);
  const [chosen, setChosen] = useState(() => ({
    ...{ choice: findInitialVariant(initialProduct, String(start)).choice, skuId: start, extra: 0 },
  }));

  useLayoutEffect(() => {
    const element = form.current!;
    const read = () => {
      const skuId = initialProduct.variants.sku_id[chosenVariantIndex(element, initialProduct)];
      const choice = chosenValues(element, initialProduct);
      updateOptionVisibility(element, initialProduct);
      const extra = customisationSurcharge(element, initialProduct);
      showCustomisedEstimate(element, isCustomised(element, initialProduct));
      // If no variant has the chosen combination of values, keep displaying the previously chosen variant.
      setChosen((before) => ({ choice, extra, skuId: skuId ?? before.skuId }));
    };
    read();
    // Native listeners, because React does not render all fields. `input`, because a text option changes the price from its first letter.
    for (const type of ['input', 'change']) element.addEventListener(type, read);
    return () => {
      for (const type of ['input', 'change']) element.removeEventListener(type, read);
    };
  }, [form, initialProduct]);

  useEffect(() => {
    let isThere = true;
    void withLiveVariants(initialProduct).then((now) => isThere && setProduct(now));
    return () => {
      isThere = false;
    };
  }, [initialProduct]);

  const followed = useRef(start);
  const { skuId } = chosen;
  useLayoutEffect(() => {
    if (followed.current !== skuId) updatePageForVariant(initialProduct, skuId);
    followed.current = skuId;
  }, [initialProduct, skuId]);

  return { product, ...chosen };
}

/**
 * Fetches current prices and stock: a cached page may be outdated, and never contains the number of units left (PDP-04, PDP-05).
 * @returns the product with current prices and stock; unchanged if a request fails
 */
async function withLiveVariants(product: ProductData): Promise<ProductData> {
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
    remainingStock: new Map(stocks.data.map((row) => [row.sku_id, row.sale_inventory_quantity])),
  };
}
