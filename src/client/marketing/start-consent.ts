import { isOnlyLookedAt } from '../display-mode.ts';

/** In shops with advertising services, on pages that somebody visits: what may be told is found out (TRK-16, TRK-19). */
export function startConsent(): void {
  if (!document.documentElement.dataset.consent || isOnlyLookedAt()) return;
  import('./consent.ts').then(
    (consent) => consent.mountConsent(),
    // Without it nothing is told to anybody.
    () => {},
  );
}
