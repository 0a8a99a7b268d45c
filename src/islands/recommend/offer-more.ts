/**
 * Opens the recommendation modal after an add, beside the toast or after the bag is closed, if there is anything to recommend
 * (R12, RECO-07). It opens without a click, so the editor and framed pages omit it (EDIT-03).
 */

import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { isDialogOpen, isOnlyLookedAt } from '#client/page/display-mode.ts';
import type { AddedProduct } from '#client/quick-view/messages.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { offerFor } from './offer.ts';
import sheet from './recommend.css?url';

export async function offerMore(products: readonly AddedProduct[], texts: ShopTexts): Promise<void> {
  if (isOnlyLookedAt()) return;
  const offer = await offerFor([...new Set(products.map(({ spu_id }) => spu_id))]);
  if (!offer || isDialogOpen()) return;
  const [{ openOffer }] = await Promise.all([import('./RecommendDialog.tsx'), loadStylesheet(sheet)]);
  openOffer(offer, texts);
}
