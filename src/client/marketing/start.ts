/** How a page's marketing starts (R27). In a shop without any nothing is fetched; where a part cannot be had the page is whole (TRK-15, POP-60). */
import { isOnlyLookedAt } from '../display-mode.ts';
import { refusesTracking } from '../refuses-tracking.ts';
import type { tell as tellDeed } from './deeds.ts';
import type { LoadSurface } from './popups.ts';
import { afterLoad, marketingStart } from './starts.ts';

const loadConsent = () => import('./consent.ts');

/**
 * Starts visits, popups and consent where the page has them; a page in edit mode or in a frame has none (TRK-16).
 * @param load fetches what shows popups; without it none shows
 */
export async function startMarketing(load?: LoadSurface): Promise<void> {
  const { visits, popups, consent } = document.documentElement.dataset;
  if (isOnlyLookedAt()) return;
  // Notes what popups wait for, and shows them (POP-33, POP-44).
  if (popups)
    afterLoad(marketingStart, () => {
      import('./popups.ts').then((part) => part.mountPopups(load), ignore);
    });
  if (!visits && !refusesTracking()) await import('./visits.ts').then((part) => part.mountVisits(), ignore);
  // Finds out which services may have events (TRK-19), which name the visit they belong to.
  if (consent) loadConsent().then((part) => part.mountConsent(), ignore);
}

/** Sends an event to advertising services, if the shopper allows it (R77). */
export function tell(...deed: Parameters<typeof tellDeed>): void {
  if (document.documentElement.dataset.consent) loadConsent().then((part) => part.tell(...deed), ignore);
}

function ignore(): void {}
