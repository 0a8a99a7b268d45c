import type { ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Shows a dialog over the page, or a part of it elsewhere, that leaves nothing behind when it ends.
 * @param dialog is handed what takes it away
 * @param place where it stands
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
