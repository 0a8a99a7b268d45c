/**
 * Adds to the bag from the product page, product cards, quick view, recommendations and bundles (ADD-23). Checks the capacity,
 * updates the counts, and then performs the action that the shop has configured (R11, R12, R14).
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
/** Ignores that an optional module failed to load: adding to the bag does not depend on it. */
const ignore = () => {};

/** Preloads the code for the configured action after adding to the bag. Called when the shopper is likely to add a product. */
export function preloadAfterAdd(settings: AddSettings): void {
  const mode = resolveAfterAddAction(settings);
  if (mode === 'toast') loadNotices().catch(ignore);
  else if (mode !== 'to-cart') prefetchBag();
}

/**
 * Adds to the bag and performs the configured action, such as opening the bag. In a quick view, the parent page performs the action
 * (QV-05).
 * @param pressed the pressed control, which shakes if the bag is full
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

/** Performs the configured action after adding to the bag: a toast, or opening the bag (R11). @param bag after the addition */
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
  // A bag that the browser cannot store exists on this page only, so open it here instead of on the bag page.
  if (mode === 'to-cart' && $isSaved.get()) location.assign(localPath('/cart'));
  else show(mode === 'to-cart' ? settings.bagStyle : mode);
}

let stopOffering = () => {};

/**
 * Shows recommendations once the shopper closes the bag that opened after adding a product (RECO-07). Adding another product
 * replaces the pending recommendations.
 */
function offerOnClose(offer: () => void): void {
  stopOffering();
  stopOffering = $bagView.listen((view) => {
    if (view !== 'closed') return;
    stopOffering();
    offer();
  });
}
