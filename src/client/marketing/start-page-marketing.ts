/** The parts of a page's marketing that are not in its HTML: visits, popups, consent. Fetched where there is any. */
import { isOnlyLookedAt } from '../page/display-mode.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { afterLoad, marketingDelay, whenShown } from './after-load.ts';
import type { LoadSurface } from './popups.ts';
import { mountVisits } from './visits.ts';

/**
 * A page in edit mode or in a frame begins nothing (TRK-16).
 * @param load fetches what shows popups; without it none shows
 */
export function startPageMarketing(load?: LoadSurface): void {
  const { visits, popups, consent } = document.documentElement.dataset;
  if (isOnlyLookedAt()) return;
  if (!visits && !optsOutOfTracking()) mountVisits();
  // Notes what popups wait for, and shows them (POP-33, POP-44).
  if (popups)
    afterLoad(marketingDelay, () => {
      import('./popups.ts').then((part) => part.mountPopups(load), ignore);
    });
  // Finds out which services may have events (TRK-19), which name the visit they belong to.
  if (consent)
    whenShown(() => {
      import('./consent.ts').then((part) => part.mountConsent(), ignore);
    });
}

/** Without a part the page is whole (TRK-15, POP-60). */
function ignore(): void {}
