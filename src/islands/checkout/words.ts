/** The words of the checkout's parts. */
import { createContext, useContext } from 'react';
import { checkoutTexts } from '#lib/messages/checkout.ts';
import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import { type WordsOf, wordsIn } from '#lib/messages/format.ts';
import { nameTexts } from '#lib/messages/names.ts';
import { boughtTexts } from '#lib/messages/order.ts';

const { phoneBlankMsg, phoneNumericMsg } = quietTexts;
export const checkoutTable = {
  ...{ ...defaultTexts, ...checkoutTexts, ...nameTexts, ...boughtTexts },
  ...{ phoneBlankMsg, phoneNumericMsg },
} as const;

export type CheckoutWords = WordsOf<typeof checkoutTable>;

export const CheckoutWordsContext = createContext<CheckoutWords>(wordsIn(checkoutTable));

/** Plain properties: `words.city`; with values `words.text('payNow', { total })`. */
export function useWords(): CheckoutWords {
  return useContext(CheckoutWordsContext);
}
