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
  // In the top layer, and inside the modal that is open: beside it nobody could reach it.
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  (modal ?? document.getElementById('main') ?? document.body).append(toast);
  toast.popover = 'manual';
  toast.showPopover?.();
  passAfter(toast, lasts, () => {
    toast.classList.add('toast-over');
    setTimeout(() => toast.remove(), fade);
  });
}
