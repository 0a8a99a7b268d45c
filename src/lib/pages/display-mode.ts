/** Pages that are only looked at: in the storefront editor, or in a frame such as the quick view (R20, EDIT-02 to EDIT-04). */
import { isEditMode } from './edit-mode.ts';

/** Whether popups, notices and tracking stay away. Whoever shows or tells something by itself asks this first. */
export function isOnlyLookedAt(page: Pick<Window, 'location' | 'self' | 'top'> = window): boolean {
  return isEditMode(page.location.search) || page.self !== page.top;
}
