import { notify } from '../adding/notify.ts';

/** The toast that says so stays so long, ms (POP-58). */
const copiedTime = 1200;

/**
 * Copies a code and says so (POP-57). Where a browser does not copy for a page the code is marked, to be copied by hand.
 * @param place what shows the code
 */
export async function copyCode(code: string, place: Node | null, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
  } catch {
    if (place) getSelection()?.selectAllChildren(place);
    return;
  }
  notify(copied, ({ showMessage }) => showMessage(copied, { lasts: copiedTime }));
}
