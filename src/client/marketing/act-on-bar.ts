/** An announcement bar that is copied from or closed (ANN rows, R08); fetched when it is. */
import { removeAndMoveFocus } from '#client/page/remove-and-move-focus.ts';
import { rememberClosed } from './remembered.ts';

/**
 * What a click on a bar is for: closing it, or copying its code.
 * @param onCopied shows the toast of a copied code (POP-57), which is React's: this folder knows no islands
 */
export function actOnBar(target: Element, onCopied: (message: string) => void): void {
  const bar = target.closest<HTMLElement>('[data-bar]');
  if (bar && target.closest('[data-close]')) {
    rememberClosed(bar.dataset.bar ?? '');
    removeAndMoveFocus(bar);
  }
  const copy = target.closest<HTMLElement>('[data-copy]');
  if (copy) void copyFrom(copy, onCopied);
}

async function copyFrom(button: HTMLElement, onCopied: (message: string) => void): Promise<void> {
  const code = button.querySelector('code')!;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // It may not be copied for the shopper: it is marked, to be copied by hand.
    getSelection()?.selectAllChildren(code);
    return;
  }
  onCopied(button.dataset.copied ?? '');
}
