/** A short message at the foot of the page, with a picture that says whether it is good news (ADD-15, ADD-17). */
import { messagePicture } from './message-picture.ts';
import { passAfter } from './pass-after.ts';

/** How long one stays that nobody gave a time, ms (ADD-13). */
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

/** Lays it over all else, inside the modal that is open: beside it nobody could see or reach it. */
function raiseOver(toast: HTMLElement): void {
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  (modal ?? document.getElementById('main') ?? document.body).append(toast);
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
  const toast = document.createElement('div');
  toast.className = `toast toast-${type}`;
  const words = document.createElement('span');
  words.textContent = message;
  toast.append(messagePicture(type), words);
  if (link) {
    const way = document.createElement('a');
    way.href = link.href;
    way.textContent = link.text;
    toast.append(way);
  }
  toast.popover = 'manual';
  raiseOver(toast);
  passAfter(toast, lasts, () => {
    toast.classList.add('toast-over');
    setTimeout(() => toast.remove(), fade);
  });
}
