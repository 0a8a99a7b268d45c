/** The shop's data for islands, rendered once per page into a script (components/Header.astro). */
import type { IslandShop, ShopProps } from '#lib/bag/shop-texts.ts';
import { $texts } from '../stores/texts.ts';

let read: { from: string; shop: ShopProps } | null = null;

/** Returns the same object each time; null on a page without a header, which has no bag. */
export function findPageShop(): ShopProps | null {
  const from = document.getElementById('shop')?.textContent;
  if (!from) return null;
  if (read?.from !== from) read = { from, shop: JSON.parse(from) };
  return read.shop;
}

/**
 * Returns the shop's data, in the page's language once `textsReady()` has resolved.
 * @throws Error on a page without a bag
 */
export function pageShop(): IslandShop {
  const shop = findPageShop();
  if (!shop) throw new Error('This page has no bag.');
  return { ...shop, texts: $texts.get() ?? {} };
}
