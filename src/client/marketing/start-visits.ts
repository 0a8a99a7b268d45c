import { isOnlyLookedAt } from '#client/display-mode.ts';
import { refusesTracking } from '#client/refuses-tracking.ts';
import { mountVisits } from './visits.ts';

/**
 * Tells of visits, where something is to be told: not in a shop that switched them off, in the editor, in a frame, or
 * of who does not want it.
 */
export function startVisits(): void {
  if (!document.documentElement.dataset.visits && !isOnlyLookedAt() && !refusesTracking()) mountVisits();
}
