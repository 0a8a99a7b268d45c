/**
 * Hooks with which islands read the bag. The server cannot read the shopper's bag, so server rendering and hydration use an empty
 * placeholder, and the next render shows the stored bag. Reading the nanostore directly would cause a hydration mismatch.
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

/** Returns the displayed bag; until hydration is complete, an empty placeholder with `isUpdating` set. */
export function useBag(): BagViewModel {
  return useStore($displayedBag, { ssr: () => unread });
}

/** Returns false if the browser cannot store the bag beyond this page. */
export function useIsBagSaved(): boolean {
  return useStore($isSaved, { ssr: () => true });
}

/** Returns the automatic changes to the bag, which the shopper did not make; null if there are none. */
export function useAutomaticChanges(): AutomaticChanges | null {
  return useStore($automaticChanges, { ssr: () => null });
}

let lastNews: AutomaticChanges | null = null;

/** Announces automatic changes only once, even if the dropdown is open over the bag page and both show them. */
export function announceAutomaticChanges(news: AutomaticChanges | null, message: string): void {
  if (news !== null && news !== lastNews) announce(message);
  lastNews = news;
}

/** Clears the automatic changes after they were displayed. */
export function clearAutomaticChanges(): void {
  $automaticChanges.set(null);
}

/** Returns the last non-null value, so that the layout does not jump while a new value is fetched. */
export function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return value ?? last.current;
}
