/**
 * All texts for shoppers, in English; the texts of another language replace them by key. Only for servers: islands import the tables that
 * they need.
 */
import { accountTexts } from './account.ts';
import { apiErrorTexts, couponRequirementTexts } from './api-errors.ts';
import { bagTexts } from './bag.ts';
import { barTexts } from './bars.ts';
import { checkoutTexts } from './checkout.ts';
import { consentTexts } from './consent.ts';
import { couponTexts } from './coupon.ts';
import { additionalTexts, defaultTexts } from './default.ts';
import type { TextsOf } from './format.ts';
import { giftTexts } from './gifts.ts';
import { listingTexts } from './listing.ts';
import { mailTexts } from './mail.ts';
import { nameTexts } from './names.ts';
import { unsubscribeTexts } from './newsletter.ts';
import { offerTexts } from './offers.ts';
import { orderSummaryTexts, orderTexts } from './order.ts';
import { pageTexts } from './pages.ts';
import { paymentErrorTexts } from './payment-errors.ts';
import { popupTexts } from './popups.ts';
import { productTexts } from './product.ts';
import { promotionTexts } from './promotions.ts';
import { reviewTexts } from './reviews.ts';
import { backInStockTexts } from './stock.ts';
import { unpaidOrderTexts } from './unpaid-order.ts';
import { wishlistTexts } from './wishlist.ts';
import { wishlistButtonTexts } from './wishlist-button.ts';

/** Tables of texts, by the place where shoppers see the texts. */
export const textsByPlace = {
  'every page': defaultTexts,
  'account forms': additionalTexts,
  pages: pageTexts,
  'filters of lists': listingTexts,
  bag: bagTexts,
  'coupon form': couponTexts,
  'gifts in the bag': giftTexts,
  'unpaid order': unpaidOrderTexts,
  checkout: checkoutTexts,
  'name fields': nameTexts,
  'order amounts': orderSummaryTexts,
  'order page': orderTexts,
  account: accountTexts,
  'newsletter page': unsubscribeTexts,
  'back-in-stock form': backInStockTexts,
  emails: mailTexts,
  'product page': productTexts,
  popups: popupTexts,
  reviews: reviewTexts,
  'promotion messages': promotionTexts,
  'product offers': offerTexts,
  'bars and notices': barTexts,
  'consent banner': consentTexts,
  'error messages': apiErrorTexts,
  'coupon errors': couponRequirementTexts,
  'payment errors': paymentErrorTexts,
  'wishlist buttons': wishlistButtonTexts,
  wishlist: wishlistTexts,
} as const;

export const allTexts = {
  ...pageTexts,
  ...defaultTexts,
  ...additionalTexts,
  ...listingTexts,
  ...bagTexts,
  ...couponTexts,
  ...giftTexts,
  ...unpaidOrderTexts,
  ...checkoutTexts,
  ...nameTexts,
  ...orderSummaryTexts,
  ...orderTexts,
  ...accountTexts,
  ...unsubscribeTexts,
  ...backInStockTexts,
  ...mailTexts,
  ...productTexts,
  ...popupTexts,
  ...reviewTexts,
  ...promotionTexts,
  ...offerTexts,
  ...barTexts,
  ...consentTexts,
  ...apiErrorTexts,
  ...couponRequirementTexts,
  ...paymentErrorTexts,
  ...wishlistButtonTexts,
  ...wishlistTexts,
} as const;

export type AllTexts = TextsOf<typeof allTexts>;
