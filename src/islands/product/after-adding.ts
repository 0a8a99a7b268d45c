/** What follows an add: feedback by the shop's setting (R11), and the add-to-cart event (API-116). */
import { announce } from '#lib/announce.ts';
import { type AfterAddSettings, afterAdd, openBag } from '#lib/bag/bag-view.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { Bag } from '#lib/bag/stored-bag.ts';
import { localPath } from '#lib/language/local-path.ts';
import { type AddedProduct, isFramed, tellAround } from '#lib/quick-view/messages.ts';
import { sendAddEvent } from './add-event.ts';
import { showToast } from './toast.ts';

export type AddSettings = AfterAddSettings & { toastDuration: number };

/** In a quick view all of it is left to the page around the frame (QV-05). */
export function afterAdding(line: NewLine, bag: Bag, settings: AddSettings, words: Words): void {
  const product = { spu_id: line.id, sku_id: line.sku_id, quantity: Math.min(9999, line.quantity ?? 1) };
  if (isFramed()) tellAround({ event: 'added', product });
  else showAdded(product, bag, settings, words);
}

/** @param bag with what was added */
export function showAdded(product: AddedProduct, bag: Bag, settings: AddSettings, words: Words): void {
  sendAddEvent(product, bag);
  const mode = afterAdd(settings);
  if (mode === 'to-cart') location.assign(localPath('/cart'));
  else if (mode === 'toast') {
    showToast(words.text('addedToCart'), settings.toastDuration);
    // Without it the add is whole (R12): what cannot be fetched is not missed.
    import('../recommend/offer-more.ts').then(
      ({ offerMore }) => offerMore(product.spu_id, words),
      () => {},
    );
  } else openBag(mode);
  announce(words.text('addedToCart'));
}
