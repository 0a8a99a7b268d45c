/** The words of the checkout's parts: English, with what the page's language changes over it. */
import { createContext, useContext } from 'react';
import { defaultTexts, type Texts } from '#lib/text.ts';
import { changedTexts } from '#lib/texts/changed.ts';
import { checkoutTexts } from '#lib/texts/checkout.ts';
import { statusTexts, sumTexts } from '#lib/texts/order.ts';

const english = { ...defaultTexts, ...checkoutTexts, ...sumTexts, ...statusTexts } as const;

export type CheckoutWords = Texts & Readonly<Record<keyof typeof english, string>>;

const Words = createContext<CheckoutWords>(english);

export const CheckoutWordsProvider = Words.Provider;

/** @param changed what the language changes, as the page tells it */
export function checkoutWords(changed: Partial<CheckoutWords>): CheckoutWords {
  return { ...english, ...changed };
}

/** What a page tells the checkout of its language. @param texts the page's own */
export function checkoutChanges(texts: CheckoutWords): Partial<CheckoutWords> {
  return changedTexts(english, texts);
}

/** Plain properties: `words.city`. */
export function useWords(): CheckoutWords {
  return useContext(Words);
}
