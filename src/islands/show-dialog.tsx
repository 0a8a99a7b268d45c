import type { ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Renders a dialog, or another element outside of the islands, and removes it completely when it ends.
 * @param dialog renders the dialog; its argument is a function that removes the dialog
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
