/**
 * The only way islands read the bag. The server has none, so hydration starts from a constant and the stored bag comes with
 * the first update: reading the store directly would hydrate with other content than the server wrote (anchors, trap 1).
 */
import { useStore } from '@nanostores/react';
import { $dropped, $shown } from '#lib/bag/page-pricing.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import { $isSaved } from '#lib/bag/store.ts';

const unread: ShownBag = {
  lines: [],
  discounts: [],
  count: 0,
  total: null,
  discount: null,
  coupon: '',
  isUpdating: true,
  hasFailed: false,
  canCheckout: false,
};
const nothing: string[] = [];

/** What the bag shows; before hydration an unread one (`isUpdating`, no lines). */
export function useBag(): ShownBag {
  return useStore($shown, { ssr: () => unread });
}

/** False while the browser cannot keep the bag beyond this page. */
export function useIsSaved(): boolean {
  return useStore($isSaved, { ssr: () => true });
}

/** Titles of lines that left the bag by themselves. */
export function useDropped(): readonly string[] {
  return useStore($dropped, { ssr: () => nothing });
}
