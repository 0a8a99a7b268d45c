/** What a page has of marketing beside its parts that stand in it: visits, popups, consent. Fetched where there is any. */
import type { LoadSurface } from './popups.ts';
import { startPopups } from './start-popups.ts';
import { startVisits } from './start-visits.ts';
import { whenShown } from './starts.ts';

/** @param load what popups are shown by; without it none shows */
export function begin(load?: LoadSurface): void {
  startVisits();
  startPopups(load);
  // Finds out what may be told of the shopper (TRK-19).
  if (document.documentElement.dataset.consent)
    whenShown(() => {
      import('./consent.ts').then(
        (consent) => consent.mountConsent(),
        () => {},
      );
    });
}
