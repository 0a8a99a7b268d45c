/** The words of the order pages' parts. */
import { createContext, useContext } from 'react';
import { defaultTexts } from '#lib/messages/default.ts';
import { type WordsOf, wordsIn } from '#lib/messages/format.ts';
import { boughtTexts, orderTexts } from '#lib/messages/order.ts';

export const orderTable = { ...defaultTexts, ...boughtTexts, ...orderTexts } as const;

export const OrderWordsContext = createContext(wordsIn(orderTable));

/** Plain properties: `words.total`. */
export function useWords(): WordsOf<typeof orderTable> {
  return useContext(OrderWordsContext);
}
