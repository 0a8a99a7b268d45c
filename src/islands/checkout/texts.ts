import { checkoutTexts } from '#lib/messages/checkout.ts';
import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { nameTexts } from '#lib/messages/names.ts';
import { boughtTexts } from '#lib/messages/order.ts';
import { useTexts } from '../use-texts.ts';

const { phoneBlankMsg, phoneNumericMsg } = quietTexts;
export const checkoutTable = {
  ...{ ...defaultTexts, ...checkoutTexts, ...nameTexts, ...boughtTexts },
  ...{ phoneBlankMsg, phoneNumericMsg },
} as const;

export type CheckoutTexts = TextsOf<typeof checkoutTable>;

/** Returns the checkout texts in the page's language. */
export function usePageTexts(): CheckoutTexts {
  return useTexts(checkoutTable);
}
