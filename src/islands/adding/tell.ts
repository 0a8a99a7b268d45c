/** How a shopper hears of an add: said at once in the live region, shown as soon as what shows it is there (R126). */
import { announce } from '#lib/announce.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { localPath } from '#lib/language/local-path.ts';
import { shake } from '../bag/shake.ts';
import type { ToastOptions } from './toast.ts';

const loadFeedback = () => import('./feedback.ts').then(({ readyFeedback }) => readyFeedback());

/** Fetches what shows a message, ahead of one that is likely. */
export function expectFeedback(): void {
  loadFeedback().catch(ignore);
}

/** A toast (ADD-12 to ADD-17). */
export function tell(message: string, options: ToastOptions = {}): void {
  announce(message);
  loadFeedback().then(({ showToast }) => showToast(message, options), ignore);
}

/** Something is in the bag (ADD-08). @param lasts ms, of the shop's settings (R10) */
export function tellAdded({ text }: Pick<Words, 'text'>, lasts: number): void {
  tell(text('addedToCart'), { lasts, link: wayToBag(text) });
}

/** A full bag takes no more: the pressed control shakes, and the words say why (ADD-18 to ADD-20). */
export function tellFull(pressed: HTMLElement, { text }: Pick<Words, 'text'>): void {
  shake(pressed);
  tell(text('purchaseMaxItemsMsg'), { type: 'error' });
}

/** An add failed (ADD-09). @param lasts ms; without it the usual time */
export function tellFailed(message: string, { text }: Pick<Words, 'text'>, lasts?: number): void {
  loadFeedback()
    .then(({ showAddError }) => showAddError(message, text('close'), lasts), ignore)
    .then(() => announce(message));
}

const wayToBag = (text: Words['text']) => ({ href: localPath('/cart'), text: text('viewBag') });

/** What cannot be fetched is not shown; it was said. */
function ignore(): void {}
