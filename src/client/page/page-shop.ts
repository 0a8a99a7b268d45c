/** The shop's data for islands, rendered once per page into a script element (components/Header.astro). */
import type { IslandShopProps, ShopProps } from '#lib/bag/shop-texts.ts';
import { $texts } from '../stores/texts.ts';

let read: { from: string; shop: ShopProps } | null = null;

/** Returns the page's shop data, always the same object; null on a page without a header, which has no bag. */
export function findShopData(): ShopProps | null {
  const from = document.getElementById('shop')?.textContent;
  if (!from) return null;
  if (read?.from !== from) read = { from, shop: JSON.parse(from) };
  return read.shop;
}

/**
 * Returns the shop's data. Its texts are in the page's language once `loadTexts()` has resolved.
 * @throws Error on a page without a bag
 */
export function getShopData(): IslandShopProps {
  const shop = findShopData();
  if (!shop) throw new Error('This page has no bag.');
  return { ...shop, texts: $texts.get() ?? {} };
}
