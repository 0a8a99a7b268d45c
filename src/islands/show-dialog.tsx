import type { ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Shows a dialog over the page that leaves nothing behind when it ends.
 * @param dialog is handed what takes it away
 */
export function showDialog(dialog: (end: () => void) => ReactNode): void {
  const root = createRoot(document.createDocumentFragment());
  flushSync(() =>
    root.render(
      createPortal(
        dialog(() => root.unmount()),
        document.body,
      ),
    ),
  );
}
