/** Every word a shopper reads, in English: what a language's texts replace by key. For servers: islands bring their own tables. */
import { pageTexts } from './page-texts.ts';
import { defaultTexts } from './text.ts';
import { bagTexts } from './texts/bag.ts';
import { checkoutTexts } from './texts/checkout.ts';
import { couponTexts } from './texts/coupon.ts';
import { giftTexts } from './texts/gifts.ts';
import { hintTexts } from './texts/hints.ts';
import { mailTexts } from './texts/mail.ts';
import { unsubscribeTexts } from './texts/newsletter.ts';
import { offerTexts } from './texts/offers.ts';
import { orderTexts, statusTexts, sumTexts } from './texts/order.ts';
import { productTexts } from './texts/product.ts';
import { refusalTexts } from './texts/refusals.ts';
import { reviewTexts } from './texts/reviews.ts';

export const allTexts = {
  ...pageTexts,
  ...defaultTexts,
  ...bagTexts,
  ...couponTexts,
  ...giftTexts,
  ...checkoutTexts,
  ...sumTexts,
  ...statusTexts,
  ...orderTexts,
  ...unsubscribeTexts,
  ...mailTexts,
  ...productTexts,
  ...reviewTexts,
  ...hintTexts,
  ...offerTexts,
  ...refusalTexts,
} as const;

export type AllTexts = Readonly<Record<keyof typeof allTexts, string>>;
