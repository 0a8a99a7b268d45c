/**
 * Adds to the bag from every surface (ADD-23): product page, card, quick view, recommendations, bundles. Checks the capacity,
 * updates the counts, then follows the shop's setting (R11, R12, R14).
 */

import {
  $bagView,
  type AfterAddSettings,
  openBag,
  prefetchBag,
  resolveAfterAddAction,
} from '#client/bag/bag-view.ts';
import { $isSaved } from '#client/bag/store.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce } from '#client/page/announce.ts';
import { type AddedProduct, isFramed, postToParent } from '#client/quick-view/messages.ts';
import { whenTextsLoaded } from '#client/stores/texts.ts';
import type { Bag } from '#lib/bag/bag-codec.ts';
import type { Addition } from '#lib/bag/line.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { putInBag, sendAddEvent } from '../adding/put-in-bag.ts';

export type AddSettings = AfterAddSettings & { toastDuration: number };

const loadNotices = () => import('../adding/notices.tsx');
/** A part that fails to load is skipped: the add is complete without it. */
const ignore = () => {};

/** Preloads the part that follows a likely add. */
export function preloadAfterAdd(settings: AddSettings): void {
  const mode = resolveAfterAddAction(settings);
  if (mode === 'toast') loadNotices().catch(ignore);
  else if (mode !== 'to-cart') prefetchBag();
}

/**
 * Adds to the bag and shows the result that the shop has configured; in a quick view the parent page shows it (QV-05).
 * @param pressed the control, which shakes if the bag is full
 * @returns false if the bag is full: the shopper sees a message and the bag is unchanged (ADD-18)
 */
export function addToBag(
  addition: Addition,
  pressed: HTMLElement,
  settings: AddSettings,
  texts: ShopTexts,
): boolean {
  const added = putInBag(addition, pressed, texts);
  if (!added) return false;
  const { bag, products } = added;
  if (isFramed()) postToParent({ event: 'added', products, ...(!$isSaved.get() && { addition }) });
  else showAddResult(products, bag, settings, texts);
  return true;
}

/** Shows the configured result of an add (R11). @param bag after the add */
export function showAddResult(
  products: readonly AddedProduct[],
  bag: Bag,
  settings: AddSettings,
  texts: ShopTexts,
): void {
  sendAddEvent(products, bag);
  const mode = resolveAfterAddAction(settings);
  const offer = () =>
    import('../recommend/show-recommendations.ts')
      .then(({ showRecommendations }) => showRecommendations(products, texts))
      .catch(ignore);
  const show = (view: 'dropdown' | 'drawer') => {
    openBag(view);
    whenTextsLoaded(() => announce(texts.text('addedToCart')));
    offerOnClose(offer);
  };
  if (mode === 'toast') {
    loadNotices().then(
      ({ showAddedMessage }) => whenTextsLoaded(() => showAddedMessage(texts, settings.toastDuration)),
      // The toast could not be loaded: open the bag instead.
      () => show(settings.bagStyle),
    );
    void offer();
    return;
  }
  // A bag that is not saved exists on this page only, so show it here.
  if (mode === 'to-cart' && $isSaved.get()) location.assign(localPath('/cart'));
  else show(mode === 'to-cart' ? settings.bagStyle : mode);
}

let stopOffering = () => {};

/** Offers recommendations when the bag that the add opened is closed (RECO-07); a further add replaces the previous offer. */
function offerOnClose(offer: () => void): void {
  stopOffering();
  stopOffering = $bagView.listen((view) => {
    if (view !== 'closed') return;
    stopOffering();
    offer();
  });
}
