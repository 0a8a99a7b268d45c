/** What the page tells a set's island, and writes of it: its products as they can be bought, and what they cost together. */

import type { CallApi } from '#lib/contract/call.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import { pictureUrl } from '#lib/media/picture.ts';
import { priceSet, readProducts, rowsOf, type SetProduct, type SetRules, type ToldSet } from './set-data.ts';

/** @param page its product, and the variant it begins with. What the shop cannot be asked for is left to the browser */
export async function toldSet(
  api: CallApi,
  { id, kind, code, pick, items }: ProductOffer,
  page: Pick<SetRules, 'product' | 'start'>,
): Promise<ToldSet> {
  const isPool = pick > 0;
  // Of a pool: as many rows as pieces are picked, its products in turn.
  const shown = isPool ? Array.from({ length: pick }, (_, at) => items[at % items.length]!) : items;
  const rows = shown.map(({ product, quantity, sku_id: sku, variant }) => ({
    ...{ product: product.id, quantity, sku, variant },
  }));
  const rules = { id, kind, code, ...page, isPool, rows };
  const cards = new Map(items.map(({ product }) => [product.id, product]));
  const read = await readProducts(api, rules, [...cards.keys()]);
  const found = typeof read === 'string' ? [] : read;
  const products = [...cards.values()].map(
    (card): SetProduct =>
      found.find((product) => product.id === card.id) ?? {
        ...{ id: card.id, title: card.title, seoUrl: card.seo_url, salePrice: card.sale_price },
        thumbnail: card.original ? pictureUrl(card.original.id, 320, 'webp') : '',
        ...{ isVirtual: false, options: [], variants: [] },
      },
  );
  const cost = typeof read === 'string' ? read : await priceSet(api, rules, rowsOf(rules, products, null));
  return { ...rules, products, cost };
}
