/** How a page's marketing starts (R27). In a shop without any nothing is fetched; where a part cannot be had the page is whole (TRK-15, POP-60). */

import type { LoadSurface } from './popups.ts';
import type { sendEvent as tellDeed } from './shopper-events.ts';

/** Starts what the page has of marketing. @param load fetches what shows popups; without it none shows */
export function startMarketing(load?: LoadSurface): void {
  const { visits, popups, consent } = document.documentElement.dataset;
  if (!visits || popups || consent)
    import('./start-page-marketing.ts').then((parts) => parts.startPageMarketing(load), ignore);
}

/** Sends an event to advertising services, if the shopper allows it (R77). */
export function sendEvent(...deed: Parameters<typeof tellDeed>): void {
  if (document.documentElement.dataset.consent)
    import('./consent.ts').then((part) => part.sendEvent(...deed), ignore);
}

function ignore(): void {}
