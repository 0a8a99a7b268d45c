import type { LoadSurface } from './popups.ts';

/** Begins what the page has of marketing; in a shop without any nothing is fetched. @param load what popups are shown by */
export function startMarketing(load?: LoadSurface): void {
  const { visits, popups, consent } = document.documentElement.dataset;
  // Without it the page is whole (TRK-15, POP-60).
  if (!visits || popups || consent)
    import('./begin.ts').then(
      ({ begin }) => begin(load),
      () => {},
    );
}
