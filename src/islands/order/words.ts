/** The words of the order pages' parts. */
import { createContext, useContext } from 'react';
import { defaultTexts } from '#lib/messages/default.ts';
import { type WordsOf, wordsIn } from '#lib/messages/format.ts';
import { boughtTexts, orderTexts } from '#lib/messages/order.ts';

export const orderTable = { ...defaultTexts, ...boughtTexts, ...orderTexts } as const;

export type OrderWords = WordsOf<typeof orderTable>;

export const OrderWordsContext = createContext<OrderWords>(wordsIn(orderTable));

/** Plain properties: `words.total`. */
export function useWords(): OrderWords {
  return useContext(OrderWordsContext);
}
