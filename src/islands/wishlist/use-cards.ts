import { useCallback, useEffect, useState } from 'react';
import { type FetchedCard, fetchCards } from '#client/cards/fetch-cards.ts';
import type { WishlistItem } from '#lib/wishlist/wishlist-items.ts';

export interface WishlistCardsState {
  /** The product cards, null until loaded. */
  list: readonly FetchedCard[] | null;
  hasFailed: boolean;
  again: () => void;
}

/**
 * Fetches the product cards of a wishlist, and fetches them again if the wishlist contains an item without a card. Cards of removed
 * items disappear at once.
 * @param wishes items of the wishlist, null until loaded
 */
export function useCards(wishes: readonly WishlistItem[] | null): WishlistCardsState {
  const [fetchedCards, setFetchedCards] = useState<{
    requestedKeys: string;
    list: readonly FetchedCard[];
  } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const cardKeys = wishes?.map(({ product, variant }) => `${product}.${variant}`).join();
  const hasAllCards =
    fetchedCards && cardKeys?.split(',').every((one) => fetchedCards.requestedKeys.split(',').includes(one));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again only for missing entries or on request
  useEffect(() => {
    if (!wishes || cardKeys === undefined || hasAllCards) return;
    if (wishes.length === 0) return setFetchedCards({ requestedKeys: '', list: [] });
    const controller = new AbortController();
    setFailed(false);
    fetchCards(`/cards?items=${cardKeys}`, controller.signal).then(
      // A missing list of cards is an error: it does not mean that the products were deleted.
      (list) => (list ? setFetchedCards({ requestedKeys: cardKeys, list: list.cards }) : setFailed(true)),
      () => !controller.signal.aborted && setFailed(true),
    );
    return () => controller.abort();
  }, [cardKeys, tries]);
  const productIds = new Set(wishes?.map(({ product }) => product));
  return {
    list: fetchedCards && wishes ? fetchedCards.list.filter(({ id }) => productIds.has(id)) : null,
    hasFailed,
    again: useCallback(() => setTries((count) => count + 1), []),
  };
}
