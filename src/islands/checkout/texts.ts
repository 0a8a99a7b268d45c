import { checkoutTexts } from '#lib/messages/checkout.ts';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { nameTexts } from '#lib/messages/names.ts';
import { orderSummaryTexts } from '#lib/messages/order.ts';
import { useTexts } from '../use-texts.ts';

const { phoneBlankMsg, phoneNumericMsg } = additionalTexts;
export const checkoutPageTexts = {
  ...{ ...defaultTexts, ...checkoutTexts, ...nameTexts, ...orderSummaryTexts },
  ...{ phoneBlankMsg, phoneNumericMsg },
} as const;

export type CheckoutTexts = TextsOf<typeof checkoutPageTexts>;

/** Returns the checkout texts in the page's language. */
export function usePageTexts(): CheckoutTexts {
  return useTexts(checkoutPageTexts);
}
