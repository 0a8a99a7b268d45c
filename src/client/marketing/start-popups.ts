import { isOnlyLookedAt } from '../display-mode.ts';
import type { LoadSurface } from './popups.ts';
import { afterLoad, marketingStart } from './starts.ts';

/**
 * In shops with popups, on pages that somebody visits, 2 s after load (POP-33, POP-44): notes what they wait for, and shows them.
 * @param load what they are shown by; without it none shows
 */
export function startPopups(load?: LoadSurface): void {
  if (!document.documentElement.dataset.popups || isOnlyLookedAt()) return;
  afterLoad(marketingStart, () => {
    import('./popups.ts').then(
      (popups) => popups.mountPopups(load),
      // Without it the page is whole (POP-60).
      () => {},
    );
  });
}
