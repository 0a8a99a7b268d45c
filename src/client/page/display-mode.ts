/** Detects pages displayed in the storefront editor or in a frame such as the quick view (R20, EDIT-02 to EDIT-04). */
import { isEditMode } from '#lib/pages/edit-mode.ts';

/**
 * Returns whether the page is in the storefront editor or in a frame, where automatic popups and tracking are off.
 * client/tracking/track.ts checks this for all tracking; each popup checks it before loading.
 */
export function isInEditorOrFrame(page: Pick<Window, 'location' | 'self' | 'top'> = window): boolean {
  return isEditMode(page.location.search) || page.self !== page.top;
}

/** Returns whether a dialog or popover is open, so nothing else may open automatically. Toasts do not count. */
export function isDialogOpen(): boolean {
  // `:is` is forgiving: a browser ignores selectors it does not support.
  return document.querySelector(':is(dialog[open], :popover-open):not(.toast)') !== null;
}
