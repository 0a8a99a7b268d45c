import { useStore } from '@nanostores/react';
import { $chosenCurrency } from '#client/currency/chosen.ts';
import { type IslandShop, type Words, wordsOf } from '#lib/bag/shop-words.ts';

/** The shop's words and amounts in the shopper's currency; another choice draws them anew (CUR-14). */
export function useWords(shop: IslandShop): Words {
  const chosen = useStore($chosenCurrency, { ssr: () => null });
  return wordsOf(shop, () => chosen);
}
