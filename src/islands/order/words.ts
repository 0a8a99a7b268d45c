/** The words of the order pages' parts: English, with what the page's language changes over it. */
import { createContext, useContext } from 'react';
import { defaultTexts } from '#lib/text.ts';
import { changedTexts } from '#lib/texts/changed.ts';
import { orderTexts, statusTexts, sumTexts } from '#lib/texts/order.ts';

const english = { ...defaultTexts, ...sumTexts, ...statusTexts, ...orderTexts } as const;

export type OrderWords = Readonly<Record<keyof typeof english, string>>;

const Words = createContext<OrderWords>(english);

export const OrderWordsProvider = Words.Provider;

/** @param changed what the language changes, as the page tells it */
export function orderWords(changed: Partial<OrderWords>): OrderWords {
  return { ...english, ...changed };
}

/** What a page tells its order of its language. @param texts the page's own */
export function orderChanges(texts: OrderWords): Partial<OrderWords> {
  return changedTexts(english, texts);
}

/** Plain properties: `words.total`. */
export function useWords(): OrderWords {
  return useContext(Words);
}
