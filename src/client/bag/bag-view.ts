/** Opens the bag's dropdown or drawer from any island, whether or not the bag island is hydrated. */

import { atom } from 'nanostores';
import { islandFailedEvent } from '#client/intent/astro-internals.ts';

export type BagView = 'closed' | 'dropdown' | 'drawer';

export const $bagView = atom<BagView>('closed');

/** True once the bag is likely to open: the bag island then prefetches its content. */
export const $shouldPrefetchBag = atom(false);

/** Minimum time between two openings of the drawer, ms (BAG-32). */
export const openThrottle = 300;
let openedAt = Number.NEGATIVE_INFINITY;
/** Timer of a scheduled opening or closing of the bag. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Opens the bag. If the drawer is reopened within the throttle time, it opens when that time ends. @param now `performance.now()`, ms */
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

/** Opens the bag page instead if the bag island fails to load. */
function leadToBag({ target }: Event): void {
  const link = (target as Element).querySelector<HTMLElement>('[data-bag-link]');
  if (!link) return;
  closeBag();
  link.click();
}

export function closeBag(): void {
  $bagView.set('closed');
}

/** Closes the bag after `delay` ms, unless it is reopened within that time. */
export function closeBagAfter(delay: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(closeBag, delay);
}

/** Prefetches the bag island and its content before an add opens the bag. */
export function prefetchBag(): void {
  $shouldPrefetchBag.set(true);
  dispatchEvent(new Event('hydrate:bag'));
}

export interface AfterAddSettings {
  afterAdd: string;
  bagStyle: 'dropdown' | 'drawer';
}

export type AfterAddAction = 'toast' | 'to-cart' | 'dropdown' | 'drawer';

/**
 * Returns the action after a product is added (R11): `show-bag` opens the bag in its configured style; an unknown mode opens the dropdown.
 */
export function resolveAfterAddAction({ afterAdd: mode, bagStyle }: AfterAddSettings): AfterAddAction {
  if (mode === 'toast' || mode === 'to-cart' || mode === 'drawer') return mode;
  return mode === 'show-bag' ? bagStyle : 'dropdown';
}
