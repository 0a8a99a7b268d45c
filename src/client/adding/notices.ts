/**
 * How a shopper hears of an add beside the bag: said in the live region, and shown (R126). Fetched, with its style, when there is
 * something to tell.
 */
import { announce, topDialog } from '#client/announce.ts';
import { $isSaved } from '#client/bag/store.ts';
import { localPath } from '#client/language/local-path.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { loadStylesheet } from '../load-stylesheet.ts';
import sheet from './feedback.css?url';

type Text = Pick<Words, 'text'>;

const styled = loadStylesheet(sheet);

/** A toast (ADD-12 to ADD-17). */
export function showMessage(message: string, options: ToastOptions = {}): void {
  announce(message);
  void styled.then(() => showToast(message, options));
}

/** Something is in the bag (ADD-08). @param lasts ms, of the shop's settings (R10) */
export function showAddedMessage({ text }: Text, lasts: number): void {
  // The bag's page reads what is kept: there is no way to it for a bag that is not.
  const link = $isSaved.get() ? { href: localPath('/cart'), text: text('viewBag') } : undefined;
  showMessage(text('addedToCart'), { lasts, link });
}

/** A full bag takes no more: the pressed control shakes, and the words say why (ADD-18 to ADD-20). */
export function showFullMessage(pressed: HTMLElement, { text }: Text): void {
  void styled.then(() => shake(pressed));
  showMessage(text('purchaseMaxItemsMsg'), { type: 'error' });
}

/** An add failed (ADD-09). @param lasts ms; without it the usual time */
export function showFailure(message: string, { text }: Text, lasts?: number): void {
  void styled.then(() => {
    showAddError(message, text('close'), lasts);
    // After it is open: what is said beside a modal is not heard.
    announce(message);
  });
}

/** How long a notice without a time of its own stays, ms (ADD-13). */
const usualTime = 2000;
/** Time of the fade-out, ms (ADD-14). */
const fade = 200;

export interface ToastOptions {
  type?: 'success' | 'error';
  /** ms */
  lasts?: number;
  /** Where to go from here. */
  link?: { href: string; text: string } | undefined;
}

/** Lays it over all else, inside the modal that is open: outside it, it could be neither seen nor reached. */
function raiseOver(toast: HTMLElement): void {
  (topDialog() ?? document.getElementById('main') ?? document.body).append(toast);
  toast.showPopover?.();
}

/** A modal has opened: brings the message that is shown before it. */
export function raiseToast(): void {
  const toast = document.querySelector<HTMLElement>('.toast');
  if (toast) raiseOver(toast);
}

/** Shows a message; one that is still there gives way. */
export function showToast(message: string, options: ToastOptions = {}): void {
  const { type = 'success', lasts = usualTime, link } = options;
  document.querySelector('.toast')?.remove();
  const toast = make('div', { className: `toast toast-${type}`, popover: 'manual' });
  toast.append(messagePicture(type), make('span', { textContent: message }));
  if (link) toast.append(make('a', { href: link.href, textContent: link.text }));
  raiseOver(toast);
  passAfter(toast, lasts, () => {
    toast.classList.add('toast-over');
    setTimeout(() => toast.remove(), fade);
  });
}

/** How long it stays unless it is closed, ms (ADD-11). */
export const errorTime = 2000;

/**
 * Opens the modal. The focus goes to its button, and back to where it was when it closes; opened by keyboard it waits until
 * it is closed, because its button has the focus (R126).
 * @param closeLabel words of its button
 */
export function showAddError(message: string, closeLabel: string, lasts = errorTime): void {
  document.querySelector<HTMLDialogElement>('.add-error')?.close();
  const dialog = make('dialog', { className: 'add-error' });
  const words = make('p', { id: 'add-error-text', textContent: message });
  dialog.setAttribute('aria-labelledby', words.id);
  const button = make('button', {
    type: 'button',
    className: 'button button-plain',
    textContent: closeLabel,
  });
  // Beside its content lies the backdrop: a pointer there holds nothing, and its click closes.
  const content = make('div', {});
  content.append(messagePicture('error'), words, button);
  dialog.append(content);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target === button) dialog.close();
  });
  const stop = passAfter(content, lasts, () => dialog.close());
  dialog.addEventListener('close', () => {
    stop();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** What begins and ends a shopper's stay with a message. */
const stays = { pointerenter: 'pointerleave', focusin: 'focusout' } as const;

/**
 * Calls `over` once the message has been left alone for `lasts` ms: it waits while it is hovered or has the focus that can
 * be seen, and has its whole time again when it is left (R126). A focus that a pointer's click has put there holds nothing.
 * @returns what stops the clock
 */
function passAfter(message: HTMLElement, lasts: number, over: () => void): () => void {
  const held = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const wait = () => {
    stop();
    timer = setTimeout(over, lasts);
  };
  for (const [begin, end] of Object.entries(stays)) {
    message.addEventListener(begin, ({ target }) => {
      if (begin === 'focusin' && !(target as Element).matches(':focus-visible')) return;
      held.add(begin);
      stop();
    });
    message.addEventListener(end, () => {
      held.delete(begin);
      if (held.size === 0) wait();
    });
  }
  wait();
  return stop;
}

const shapes = {
  success: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l2.7 2.7L16 9.8',
  error: 'M12 4 2.8 20h18.4L12 4M12 10v4.5M12 17.2v.3',
} as const;

/** The picture beside a message. */
function messagePicture(type: keyof typeof shapes): DocumentFragment {
  const picture = document.createElement('template');
  picture.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${shapes[type]}"/></svg>`;
  return picture.content;
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
) {
  return Object.assign(document.createElement(name), properties);
}

/** So long a refused control shakes, ms (ADD-22). */
export const shakeTime = 1000;

/** Shakes the pressed control of an add that a full bag refuses (R14). */
export function shake(element: HTMLElement): void {
  element.classList.remove('shake');
  // Reading the layout starts the animation anew for a second refusal.
  void element.offsetWidth;
  element.classList.add('shake');
  setTimeout(() => element.classList.remove('shake'), shakeTime);
}
