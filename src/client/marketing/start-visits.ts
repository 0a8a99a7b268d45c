import { isOnlyLookedAt } from '#client/display-mode.ts';
import { refusesTracking } from '#client/refuses-tracking.ts';

/**
 * Brings what tells of visits, where something is to be told: not in a shop that switched them off, in the editor, in a frame, or
 * of who does not want it.
 */
export function startVisits(): void {
  if (document.documentElement.dataset.visits || isOnlyLookedAt() || refusesTracking()) return;
  void import('./visits.ts').then((visits) => visits.mountVisits());
}
