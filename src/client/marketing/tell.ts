/** The way to advertising services (R77). Shops without them do not even fetch what would ask for consent. */
import type { tell as tellDeed } from './deeds.ts';

/** Tells of what the shopper did; who may hear of it is decided there. */
export function tell(...deed: Parameters<typeof tellDeed>): void {
  // Where it cannot be had nothing is told.
  if (document.documentElement.dataset.consent)
    import('./consent.ts').then(
      (consent) => consent.tell(...deed),
      () => {},
    );
}
