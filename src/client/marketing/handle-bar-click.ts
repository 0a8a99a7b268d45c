/** Closes an announcement bar or copies its code (requirements ANN-*, R08). Loaded when a pointer enters a bar, or on a click. */
import { removeAndMoveFocus } from '#client/page/remove-and-move-focus.ts';
import { recordPopupClosed } from './popup-records.ts';

/**
 * Handles a click on an announcement bar.
 * @param onCopied shows the toast for a copied code (POP-57); injected, because this folder may not import React islands
 */
export function handleBarClick(target: Element, onCopied: (message: string) => void): void {
  const bar = target.closest<HTMLElement>('[data-bar]');
  if (bar && target.closest('[data-close]')) {
    recordPopupClosed(bar.dataset.bar ?? '');
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
    // Clipboard access was denied: select the code for manual copying.
    getSelection()?.selectAllChildren(code);
    return;
  }
  onCopied(button.dataset.copied ?? '');
}
