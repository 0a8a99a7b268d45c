import type { ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Renders a dialog, or another element that belongs to no island, in a separate React root.
 * @param dialog renders the dialog; its argument `end` is a function that unmounts the dialog
 */
export function showDialog(dialog: (end: () => void) => ReactNode): void {
  const root = createRoot(new DocumentFragment());
  flushSync(() =>
    root.render(
      createPortal(
        dialog(() => root.unmount()),
        document.body,
      ),
    ),
  );
}
