import type { ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Renders a dialog over the page, or a part of the page elsewhere, and leaves nothing behind when it ends.
 * @param dialog receives a function that removes it
 * @param place parent element
 */
export function showDialog(dialog: (end: () => void) => ReactNode, place: HTMLElement = document.body): void {
  const root = createRoot(document.createDocumentFragment());
  flushSync(() =>
    root.render(
      createPortal(
        dialog(() => root.unmount()),
        place,
      ),
    ),
  );
}
