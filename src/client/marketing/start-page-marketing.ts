/** Starts visit tracking, popups and the consent banner. Loaded only if one of them is configured. */
import { isInEditorOrFrame } from '../page/display-mode.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { afterLoad, marketingDelay, whenActivated } from './after-load.ts';
import type { LoadPopupUi } from './popups.ts';
import { mountVisitTracking } from './visits.ts';

/**
 * Starts the configured features; none in edit mode or in a frame (TRK-16).
 * @param load loads the popup UI; without it, no popups appear
 */
export function startPageMarketing(load?: LoadPopupUi): void {
  const { visits, popups, consent } = document.documentElement.dataset;
  if (isInEditorOrFrame()) return;
  if (!visits && !optsOutOfTracking()) mountVisitTracking();
  // Records popup triggers and shows popups (POP-33, POP-44).
  if (popups)
    afterLoad(marketingDelay, () => {
      import('./popups.ts').then((part) => part.mountPopups(load), ignore);
    });
  // Start consent after visit tracking: advertising events refer to the visit, and consent decides which services receive them (TRK-19).
  if (consent)
    whenActivated(() => {
      import('./consent.ts').then((part) => part.mountConsent(), ignore);
    });
}

/** Ignores load failures: the page works without these features (TRK-15, POP-60). */
function ignore(): void {}
