/**
 * The only way islands read the bag. The server has none, so hydration starts from a constant and the stored bag comes with
 * the first update: reading the store directly would hydrate with other content than the server wrote.
 */
import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { BagNews } from '#client/bag/apply-pricing.ts';
import { $news, $shown } from '#client/bag/page-pricing.ts';
import { $isSaved } from '#client/bag/store.ts';
import { announce } from '#client/page/announce.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { type ShownBag, showBag } from '#lib/bag/bag-view-model.ts';

const unread = showBag(emptyBag, null, 'updating', new Map());

/** What the bag shows; before hydration an unread one (`isUpdating`, no lines). */
export function useBag(): ShownBag {
  return useStore($shown, { ssr: () => unread });
}

/** False while the browser cannot keep the bag beyond this page. */
export function useIsSaved(): boolean {
  return useStore($isSaved, { ssr: () => true });
}

/** What happened to the bag by itself, null for nothing. */
export function useNews(): BagNews | null {
  return useStore($news, { ssr: () => null });
}

let lastNews: BagNews | null = null;

/** Says what happened, once: the dropdown may stand over the bag's page, and both show it. */
export function announceNews(news: BagNews | null, words: string): void {
  if (news !== null && news !== lastNews) announce(words);
  lastNews = news;
}

/** What happened has been said. */
export function forgetNews(): void {
  $news.set(null);
}

/** What was known last, so that nothing jumps while it is asked for anew. @param value null while it is not known */
export function useLast<Value>(value: Value | null): Value | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return value ?? last.current;
}
