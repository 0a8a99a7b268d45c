import { useCallback, useEffect, useState } from 'react';
import { type FetchedCard, fetchCards } from '#client/cards/fetch-cards.ts';
import type { WishlistItem } from '#lib/wishlist/wishlist-items.ts';

export interface WishlistCardsState {
  /** Null until loaded. */
  list: readonly FetchedCard[] | null;
  hasFailed: boolean;
  again: () => void;
}

/**
 * Fetches the cards of a list, and again when the list contains an item without a card. Removed items disappear at once.
 * @param wishes null until loaded
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
      // Without a list of cards, the products are unknown rather than deleted.
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
