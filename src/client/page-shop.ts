/** What the page's islands were told about the shop, read from the bag's island, so that no page says it twice. */
import { propsOf } from '#client/seams.ts';
import type { IslandShop } from '#lib/bag/shop-words.ts';

/**
 * @throws Error on a page without a bag
 */
export function pageShop(): IslandShop {
  const { shop } = propsOf(document.querySelector('[data-bag-link]')?.closest('astro-island') ?? null);
  if (!shop) throw new Error('This page has no bag.');
  return shop as IslandShop;
}
