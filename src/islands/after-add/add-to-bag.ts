/**
 * The one way into the bag, from whichever surface (ADD-23): product page, card, quick view, recommendations, bundles. First the
 * capacity, then the counts, then what the shop's setting says (R11, R12, R14).
 */

import { $bagView, type AfterAddSettings, afterAdd, expectBag, openBag } from '#client/bag/bag-view.ts';
import { $isSaved } from '#client/bag/store.ts';
import { localPath } from '#client/language/local-path.ts';
import { announce } from '#client/page/announce.ts';
import { type AddedProduct, isFramed, postToParent } from '#client/quick-view/messages.ts';
import { inPageLanguage } from '#client/stores/texts.ts';
import type { Bag } from '#lib/bag/bag-codec.ts';
import type { Addition } from '#lib/bag/line.ts';
import type { Words } from '#lib/bag/shop-texts.ts';
import { putInBag, sendAddEvent } from '../adding/put-in-bag.ts';

export type AddSettings = AfterAddSettings & { toastDuration: number };

const loadNotices = () => import('../adding/notices.tsx');
/** What cannot be fetched is not shown: the add is whole without it. */
const ignore = () => {};

/** Fetches what will follow an add that is likely. */
export function expectAdd(settings: AddSettings): void {
  const mode = afterAdd(settings);
  if (mode === 'toast') loadNotices().catch(ignore);
  else if (mode !== 'to-cart') expectBag();
}

/**
 * Adds it, and what follows an add in this shop; in a quick view that is left to the page around the frame (QV-05).
 * @param pressed the control; it shakes when a full bag refuses
 * @returns false when it was refused: then the shopper is told, and nothing has changed (ADD-18)
 */
export function addToBag(
  addition: Addition,
  pressed: HTMLElement,
  settings: AddSettings,
  words: Words,
): boolean {
  const added = putInBag(addition, pressed, words);
  if (!added) return false;
  const { bag, products } = added;
  if (isFramed()) postToParent({ event: 'added', products, ...(!$isSaved.get() && { addition }) });
  else showAdded(products, bag, settings, words);
  return true;
}

/** What follows an add (R11). @param bag with what was added */
export function showAdded(
  products: readonly AddedProduct[],
  bag: Bag,
  settings: AddSettings,
  words: Words,
): void {
  sendAddEvent(products, bag);
  const mode = afterAdd(settings);
  const offer = () =>
    import('../recommend/offer-more.ts').then(({ offerMore }) => offerMore(products, words)).catch(ignore);
  const show = (view: 'dropdown' | 'drawer') => {
    openBag(view);
    inPageLanguage(() => announce(words.text('addedToCart')));
    offerOnClose(offer);
  };
  if (mode === 'toast') {
    loadNotices().then(
      ({ showAddedMessage }) => inPageLanguage(() => showAddedMessage(words, settings.toastDuration)),
      // There is nothing to toast with: the bag itself shows what was added.
      () => show(settings.bagStyle),
    );
    void offer();
    return;
  }
  // A bag that only this page has is shown by this page.
  if (mode === 'to-cart' && $isSaved.get()) location.assign(localPath('/cart'));
  else show(mode === 'to-cart' ? settings.bagStyle : mode);
}

let stopOffering = () => {};

/** Offers more once the bag that the add has opened is closed (RECO-07); a further add takes the place of the last one. */
function offerOnClose(offer: () => void): void {
  stopOffering();
  stopOffering = $bagView.listen((view) => {
    if (view !== 'closed') return;
    stopOffering();
    offer();
  });
}
