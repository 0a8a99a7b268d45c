import { accountTexts } from '#lib/messages/account.ts';
import { checkoutTexts } from '#lib/messages/checkout.ts';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { nameTexts } from '#lib/messages/names.ts';
import { unsubscribeTexts } from '#lib/messages/newsletter.ts';
import { wishlistTexts } from '#lib/messages/wishlist.ts';
import { orderPageTexts } from '../order/texts.ts';
import { useTexts } from '../use-texts.ts';

const { optionalField } = checkoutTexts;
const { wishlist } = wishlistTexts;

/** Texts of the forms for logging in, registering and setting a password. */
export const loginPageTexts = {
  ...defaultTexts,
  ...additionalTexts,
  ...nameTexts,
  ...accountTexts,
  optionalField,
} as const;
export type LoginTexts = TextsOf<typeof loginPageTexts>;

/** Texts of the account page, including its orders and addresses. */
export const accountPageTexts = {
  ...orderPageTexts,
  ...checkoutTexts,
  ...unsubscribeTexts,
  ...loginPageTexts,
  wishlist,
} as const;

/** Returns the account page's texts in the page's language. */
export function usePageTexts(): TextsOf<typeof accountPageTexts> {
  return useTexts(accountPageTexts);
}
