/** Pages that are only looked at: in the storefront editor, or in a frame such as the quick view (R20, EDIT-02 to EDIT-04). */
import { isEditMode } from '#lib/pages/edit-mode.ts';

/**
 * Whether what opens or tells something by itself stays away. Tracking asks it in client/tracking/track.ts, once for all; each
 * popup asks it before it is fetched.
 */
export function isOnlyLookedAt(page: Pick<Window, 'location' | 'self' | 'top'> = window): boolean {
  return isEditMode(page.location.search) || page.self !== page.top;
}

/** Whether something has the shopper's attention: nothing else opens by itself meanwhile. A message is none. */
export function isDialogOpen(): boolean {
  // Within `:is` a browser skips what it does not know.
  return document.querySelector(':is(dialog[open], :popover-open):not(.toast)') !== null;
}
