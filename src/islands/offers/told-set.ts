/** What the page tells a set's island, and writes of it: its products as they can be bought, and what they cost together. */

import type { CallApi } from '#lib/contract/call.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import { pictureUrl } from '#lib/media/picture.ts';
import {
  priceSet,
  readProducts,
  rowsOf,
  type SetProduct,
  type SetRules,
  shortOf,
  type ToldSet,
} from './set-data.ts';

/** @param page its product, and the variant it begins with. What the shop cannot be asked for is left to the browser */
export async function toldSet(
  api: CallApi,
  { id, kind, code, pick, items }: ProductOffer,
  page: Pick<SetRules, 'product' | 'start'>,
): Promise<ToldSet> {
  const isPool = pick > 0;
  // Of a pool: as many rows as pieces are picked, its products in turn.
  const shown = isPool ? Array.from({ length: pick }, (_, at) => items[at % items.length]!) : items;
  const rows = shown.map(({ product, quantity, sku_id, variant }) => ({
    product: product.id,
    ...(quantity > 1 && { quantity }),
    ...(sku_id !== null && { sku: sku_id, variant }),
  }));
  const rules = { id, kind, code, ...page, isPool, rows };
  const cards = new Map(items.map(({ product }) => [product.id, product]));
  const read = await readProducts(api, rules, [...cards.keys()]);
  const found = typeof read === 'string' ? [] : read;
  const short = found.map(shortOf);
  const products = [...cards.values()].map(
    ({ id: own, title, seo_url, sale_price, original }): SetProduct =>
      short.find((product) => product.id === own) ?? {
        ...{ id: own, title, seoUrl: seo_url, price: sale_price, variants: [] },
        picture: original ? pictureUrl(original.id, 320, 'webp') : '',
      },
  );
  const cost =
    typeof read === 'string' ? read : await priceSet(api, rules, rowsOf(rules, products, null), found);
  return { ...rules, products, cost };
}
