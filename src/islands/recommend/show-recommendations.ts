/**
 * Opens the recommendation modal after a product is added, next to the toast or once the bag is closed, if there are
 * recommendations (R12, RECO-07). The modal opens without a click, so it is omitted in the editor and in iframes (EDIT-03).
 */

import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import { isDialogOpen, isInEditorOrFrame } from '#client/page/display-mode.ts';
import type { AddedProduct } from '#client/quick-view/messages.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { fetchRecommendationOffer } from './offer.ts';
import sheet from './recommend.css?url';

export async function showRecommendations(
  products: readonly AddedProduct[],
  texts: ShopTexts,
): Promise<void> {
  if (isInEditorOrFrame()) return;
  const offer = await fetchRecommendationOffer([...new Set(products.map(({ spu_id }) => spu_id))]);
  if (!offer || isDialogOpen()) return;
  const [{ openRecommendationsDialog }] = await Promise.all([
    import('./RecommendDialog.tsx'),
    loadStylesheet(sheet),
  ]);
  openRecommendationsDialog(offer, texts);
}
