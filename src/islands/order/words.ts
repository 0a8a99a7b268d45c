/** The words of the order pages' parts. */
import { createContext, useContext } from 'react';
import { defaultTexts } from '#lib/messages/default.ts';
import { type WordsOf, wordsIn } from '#lib/messages/format.ts';
import { orderTexts, statusTexts, sumTexts } from '#lib/messages/order.ts';

export const orderTable = { ...defaultTexts, ...sumTexts, ...statusTexts, ...orderTexts } as const;

export type OrderWords = WordsOf<typeof orderTable>;

const Words = createContext<OrderWords>(wordsIn(orderTable));

export const OrderWordsProvider = Words.Provider;

/** Plain properties: `words.total`. */
export function useWords(): OrderWords {
  return useContext(Words);
}
