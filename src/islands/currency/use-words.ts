import { useStore } from '@nanostores/react';
import { $currency } from '#client/stores/currency.ts';
import { type IslandShop, type Words, wordsOf } from '#lib/bag/shop-words.ts';

/** The shop's words and amounts in the shopper's currency; another choice draws them anew (CUR-14). */
export function useWords(shop: IslandShop): Words {
  const chosen = useStore($currency, { ssr: () => undefined });
  return wordsOf(shop, () => chosen ?? null);
}
