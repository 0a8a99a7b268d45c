/** Opens the bag's dropdown or drawer, from any island and whether the bag's own island is hydrated or not. */

import { atom } from 'nanostores';
import { islandFailedEvent } from '#client/intent/astro-internals.ts';

export type BagView = 'closed' | 'dropdown' | 'drawer';

export const $bagView = atom<BagView>('closed');

/** True when the bag is about to open: its content is prefetched. */
export const $shouldPrefetchBag = atom(false);

/** Minimum time between two openings of the drawer, ms (BAG-32). */
export const openThrottle = 300;
let openedAt = Number.NEGATIVE_INFINITY;
/** Timer of the pending opening or closing. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Opens the bag. A drawer that was closed and reopened too soon opens when the throttle ends. @param now ms, page clock */
export function openBag(view: 'dropdown' | 'drawer', now = performance.now()): void {
  clearTimeout(waiting);
  const early = openedAt + openThrottle - now;
  if (view === 'drawer' && early > 0) {
    if ($bagView.get() === 'closed')
      waiting = setTimeout(() => openBag(view, openedAt + openThrottle), early);
    return;
  }
  openedAt = now;
  $bagView.set(view);
  // Astro dispatches this event when an island's script cannot be loaded.
  document.addEventListener(islandFailedEvent, leadToBag);
  dispatchEvent(new Event('hydrate:bag'));
}

/** If the island fails to load, the bag's link opens the bag page instead. */
function leadToBag({ target }: Event): void {
  const link = (target as Element).querySelector<HTMLElement>('[data-bag-link]');
  if (!link) return;
  closeBag();
  link.click();
}

export function closeBag(): void {
  $bagView.set('closed');
}

/** Closes the bag after `delay` ms, unless it is opened again before. */
export function closeBagAfter(delay: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(closeBag, delay);
}

/** Prefetches the bag's island and content ahead of an add that is about to open it. */
export function prefetchBag(): void {
  $shouldPrefetchBag.set(true);
  dispatchEvent(new Event('hydrate:bag'));
}

export interface AfterAddSettings {
  afterAdd: string;
  bagStyle: 'dropdown' | 'drawer';
}

export type AfterAddAction = 'toast' | 'to-cart' | 'dropdown' | 'drawer';

/** Returns the reaction to an add (R11): `show-bag` opens the configured style, an unknown mode the dropdown. */
export function resolveAfterAddAction({ afterAdd: mode, bagStyle }: AfterAddSettings): AfterAddAction {
  if (mode === 'toast' || mode === 'to-cart' || mode === 'drawer') return mode;
  return mode === 'show-bag' ? bagStyle : 'dropdown';
}
