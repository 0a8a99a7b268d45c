/** One mask a page, over the card that was meant. */
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type MaskProps, OptionMask } from './OptionMask.tsx';

interface Opened extends Omit<MaskProps, 'onClose'> {
  /** Of the card: the mask stands in it, above the link that lies over the whole card. */
  frame: HTMLElement;
  /** Gets the focus back. */
  opener: HTMLElement;
}

/** The mask that is open; null for none. */
const $mask = atom<Opened | null>(null);

let isStarted = false;

/** Opens it; the one that is open closes. A carousel around the card pauses meanwhile (`carousel:pause`, `carousel:resume`). */
export function openMask(next: Opened): void {
  if ($mask.get()?.card === next.card) return;
  close(true);
  next.opener.setAttribute('aria-expanded', 'true');
  next.card.dispatchEvent(new Event('carousel:pause', { bubbles: true }));
  flushSync(() => {
    $mask.set(next);
    // What it shows stands in the cards: the root itself needs no place in the page.
    if (!isStarted) createRoot(document.createDocumentFragment()).render(<OpenMask />);
    isStarted = true;
  });
}

function close(isFocusKept: boolean): void {
  const open = $mask.get();
  if (!open) return;
  const { card, opener } = open;
  const hadFocus = card.contains(document.activeElement);
  // The opener cannot take the focus while the mask covers it.
  flushSync(() => $mask.set(null));
  opener.setAttribute('aria-expanded', 'false');
  if (hadFocus && !isFocusKept) opener.focus();
  card.dispatchEvent(new Event('carousel:resume', { bubbles: true }));
}

function OpenMask() {
  const open = useStore($mask, { ssr: () => null });
  if (!open) return null;
  const { opener: _, frame, ...mask } = open;
  return createPortal(<OptionMask {...mask} onClose={close} />, frame, open.card.dataset.product);
}
