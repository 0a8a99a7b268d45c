/**
 * How a shopper hears of an add beside the bag: said in the live region, and shown (R126). Fetched, with its style, when there is
 * something to tell.
 */
import { announce } from '#client/announce.ts';
import { $isSaved } from '#client/bag/store.ts';
import { localPath } from '#client/language/local-path.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { loadStylesheet } from '../load-stylesheet.ts';
import { showAddError } from './add-error.ts';
import sheet from './feedback.css?url';
import { shake } from './shake.ts';
import { showToast, type ToastOptions } from './toast.ts';

type Text = Pick<Words, 'text'>;

const styled = loadStylesheet(sheet);

/** A toast (ADD-12 to ADD-17). */
export function tell(message: string, options: ToastOptions = {}): void {
  announce(message);
  void styled.then(() => showToast(message, options));
}

/** Something is in the bag (ADD-08). @param lasts ms, of the shop's settings (R10) */
export function tellAdded({ text }: Text, lasts: number): void {
  // The bag's page reads what is kept: there is no way to it for a bag that is not.
  const link = $isSaved.get() ? { href: localPath('/cart'), text: text('viewBag') } : undefined;
  tell(text('addedToCart'), { lasts, link });
}

/** A full bag takes no more: the pressed control shakes, and the words say why (ADD-18 to ADD-20). */
export function tellFull(pressed: HTMLElement, { text }: Text): void {
  void styled.then(() => shake(pressed));
  tell(text('purchaseMaxItemsMsg'), { type: 'error' });
}

/** An add failed (ADD-09). @param lasts ms; without it the usual time */
export function tellFailed(message: string, { text }: Text, lasts?: number): void {
  void styled.then(() => {
    showAddError(message, text('close'), lasts);
    // After it is open: what is said beside a modal is not heard.
    announce(message);
  });
}
