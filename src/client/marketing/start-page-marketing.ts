/** The marketing that is not in the page's HTML: visits, popups, consent. Loaded only if configured. */
import { isInEditorOrFrame } from '../page/display-mode.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { afterLoad, marketingDelay, whenShown } from './after-load.ts';
import type { LoadPopupUi } from './popups.ts';
import { mountVisitTracking } from './visits.ts';

/** Starts nothing in edit mode or in a frame (TRK-16). @param load loads the popup interface; without it none shows */
export function startPageMarketing(load?: LoadPopupUi): void {
  const { visits, popups, consent } = document.documentElement.dataset;
  if (isInEditorOrFrame()) return;
  if (!visits && !optsOutOfTracking()) mountVisitTracking();
  // Records popup triggers and shows popups (POP-33, POP-44).
  if (popups)
    afterLoad(marketingDelay, () => {
      import('./popups.ts').then((part) => part.mountPopups(load), ignore);
    });
  // After visits: consent decides which services may receive events (TRK-19), and events refer to the visit.
  if (consent)
    whenShown(() => {
      import('./consent.ts').then((part) => part.mountConsent(), ignore);
    });
}

/** The page works without any of them (TRK-15, POP-60). */
function ignore(): void {}
