/** Loads a page's marketing code (R27). If a part fails to load, the page works without it (TRK-15, POP-60). */

import type { LoadPopupUi } from './popups.ts';
import type { sendEvent as tellDeed } from './shopper-events.ts';

/** Starts the marketing features configured for the page. @param load loads the popup UI; without it, no popups appear */
export function startMarketing(load?: LoadPopupUi): void {
  const { visits, popups, consent } = document.documentElement.dataset;
  if (!visits || popups || consent)
    import('./start-page-marketing.ts').then((parts) => parts.startPageMarketing(load), ignore);
}

/** Sends an event to advertising services, if the shopper has consented (R77). */
export function sendEvent(...args: Parameters<typeof tellDeed>): void {
  if (document.documentElement.dataset.consent)
    import('./consent.ts').then((part) => part.sendEvent(...args), ignore);
}

function ignore(): void {}
