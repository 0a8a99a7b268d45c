/** Every word a shopper reads, in English: what a language's texts replace by key. For servers: islands bring their own tables. */
import { accountTexts } from './account.ts';
import { bagTexts } from './bag.ts';
import { barTexts } from './bars.ts';
import { checkoutTexts } from './checkout.ts';
import { consentTexts } from './consent.ts';
import { couponTexts } from './coupon.ts';
import { defaultTexts, quietTexts } from './default.ts';
import type { WordsOf } from './format.ts';
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
import { popupTexts } from './popups.ts';
import { productTexts } from './product.ts';
import { refusalTexts } from './refusals.ts';
import { refusedTexts } from './refused.ts';
import { reviewTexts } from './reviews.ts';
import { stockTexts } from './stock.ts';
import { unpaidOrderTexts } from './unpaid-order.ts';
import { wishlistTexts } from './wishlist.ts';

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
  ...refusalTexts,
  ...refusedTexts,
  ...heartTexts,
  ...wishlistTexts,
} as const;

export type AllWords = WordsOf<typeof allTexts>;
