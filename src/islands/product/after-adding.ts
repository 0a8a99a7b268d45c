/** What follows an add: feedback by the shop's setting (R11), and the add-to-cart event (API-116). */
import { announce } from '#lib/announce.ts';
import { type AfterAddSettings, afterAdd, expectBag, openBag } from '#lib/bag/bag-view.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { Bag } from '#lib/bag/stored-bag.ts';
import { localPath } from '#lib/language/local-path.ts';
import { type AddedProduct, isFramed, tellAround } from '#lib/quick-view/messages.ts';
import { sendAddEvent } from './add-event.ts';

const loadTell = () => import('../adding/tell.ts');

export type AddSettings = AfterAddSettings & { toastDuration: number };

/** Fetches what will follow an add that is likely. */
export function expectAdd(settings: AddSettings): void {
  const mode = afterAdd(settings);
  if (mode === 'toast') loadTell().catch(ignore);
  else if (mode !== 'to-cart') expectBag();
}

/** In a quick view all of it is left to the page around the frame (QV-05). @param bag with what was added */
export function afterAdding(
  products: readonly AddedProduct[],
  bag: Bag,
  settings: AddSettings,
  words: Words,
): void {
  if (isFramed()) tellAround({ event: 'added', products });
  else showAdded(products, bag, settings, words);
}

/** @param bag with what was added */
export function showAdded(
  products: readonly AddedProduct[],
  bag: Bag,
  settings: AddSettings,
  words: Words,
): void {
  sendAddEvent(products, bag);
  const sayAdded = () => announce(words.text('addedToCart'));
  const mode = afterAdd(settings);
  if (mode === 'toast') {
    loadTell().then(({ tellAdded }) => tellAdded(words, settings.toastDuration), sayAdded);
    // Without it the add is whole (R12): what cannot be fetched is not missed.
    import('../recommend/offer-more.ts').then(({ offerMore }) => offerMore(products, words), ignore);
    return;
  }
  if (mode === 'to-cart') location.assign(localPath('/cart'));
  else openBag(mode);
  sayAdded();
}

function ignore(): void {}
