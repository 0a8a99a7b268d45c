/**
 * The only way islands read the bag. The server has no bag, so hydration starts from a constant and the stored bag follows with
 * the first update: reading the store directly would cause a hydration mismatch.
 */
import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { AutomaticChanges } from '#client/bag/apply-pricing.ts';
import { $automaticChanges, $displayedBag } from '#client/bag/page-pricing.ts';
import { $isSaved } from '#client/bag/store.ts';
import { announce } from '#client/page/announce.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { type BagViewModel, createBagViewModel } from '#lib/bag/bag-view-model.ts';

const unread = createBagViewModel(emptyBag, null, 'updating', new Map());

/** Returns the displayed bag; before hydration an unread one (`isUpdating`, no lines). */
export function useBag(): BagViewModel {
  return useStore($displayedBag, { ssr: () => unread });
}

/** Returns false if the browser cannot store the bag beyond this page. */
export function useIsBagSaved(): boolean {
  return useStore($isSaved, { ssr: () => true });
}

/** Returns changes to the bag that the shopper did not make, null for none. */
export function useAutomaticChanges(): AutomaticChanges | null {
  return useStore($automaticChanges, { ssr: () => null });
}

let lastNews: AutomaticChanges | null = null;

/** Announces changes once: the dropdown may be open over the bag page, and both show them. */
export function announceAutomaticChanges(news: AutomaticChanges | null, message: string): void {
  if (news !== null && news !== lastNews) announce(message);
  lastNews = news;
}

/** Clears the changes after they were shown. */
export function clearAutomaticChanges(): void {
  $automaticChanges.set(null);
}

/** Returns the last non-null value, so that the layout does not jump while a new one is fetched. */
export function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return value ?? last.current;
}
