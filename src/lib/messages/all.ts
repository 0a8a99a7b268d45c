/** All texts for shoppers, in English; a language's texts replace them by key. For servers: islands import their own tables. */
import { accountTexts } from './account.ts';
import { apiErrorTexts, couponGapTexts } from './api-errors.ts';
import { bagTexts } from './bag.ts';
import { barTexts } from './bars.ts';
import { checkoutTexts } from './checkout.ts';
import { consentTexts } from './consent.ts';
import { couponTexts } from './coupon.ts';
import { defaultTexts, quietTexts } from './default.ts';
import type { TextsOf } from './format.ts';
import { giftTexts } from './gifts.ts';
import { heartTexts } from './hearts.ts';
import { hintTexts } from './hints.ts';
import { listingTexts } from './listing.ts';
import { mailTexts } from './mail.ts';
import { nameTexts } from './names.ts';
import { unsubscribeTexts } from './newsletter.ts';
import { offerTexts } from './offers.ts';
import { boughtTexts, orderTexts } from './order.ts';
import { pageTexts } from './pages.ts';
import { paymentErrorTexts } from './payment-errors.ts';
import { popupTexts } from './popups.ts';
import { productTexts } from './product.ts';
import { reviewTexts } from './reviews.ts';
import { stockTexts } from './stock.ts';
import { unpaidOrderTexts } from './unpaid-order.ts';
import { wishlistTexts } from './wishlist.ts';

/** The tables of texts by the place where shoppers see them. */
export const textsByPlace = {
  'every page': defaultTexts,
  'account forms': quietTexts,
  pages: pageTexts,
  'filters of lists': listingTexts,
  bag: bagTexts,
  'coupon form': couponTexts,
  'gifts in the bag': giftTexts,
  'unpaid order': unpaidOrderTexts,
  checkout: checkoutTexts,
  'name fields': nameTexts,
  'order amounts': boughtTexts,
  'order page': orderTexts,
  account: accountTexts,
  'newsletter page': unsubscribeTexts,
  'back-in-stock form': stockTexts,
  emails: mailTexts,
  'product page': productTexts,
  popups: popupTexts,
  reviews: reviewTexts,
  'promotion messages': hintTexts,
  'product offers': offerTexts,
  'bars and notices': barTexts,
  'consent banner': consentTexts,
  'error messages': apiErrorTexts,
  'coupon errors': couponGapTexts,
  'payment errors': paymentErrorTexts,
  'wishlist buttons': heartTexts,
  wishlist: wishlistTexts,
} as const;

export const allTexts = {
  ...pageTexts,
  ...defaultTexts,
  ...quietTexts,
  ...listingTexts,
  ...bagTexts,
  ...couponTexts,
  ...giftTexts,
  ...unpaidOrderTexts,
  ...checkoutTexts,
  ...nameTexts,
  ...boughtTexts,
  ...orderTexts,
  ...accountTexts,
  ...unsubscribeTexts,
  ...stockTexts,
  ...mailTexts,
  ...productTexts,
  ...popupTexts,
  ...reviewTexts,
  ...hintTexts,
  ...offerTexts,
  ...barTexts,
  ...consentTexts,
  ...apiErrorTexts,
  ...couponGapTexts,
  ...paymentErrorTexts,
  ...heartTexts,
  ...wishlistTexts,
} as const;

export type AllTexts = TextsOf<typeof allTexts>;
