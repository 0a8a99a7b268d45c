/** Opens the bag's dropdown or drawer, whichever island asks and whether its own is awake or not. */

import { atom } from 'nanostores';
import { islandFailedEvent } from '#client/intent/astro-internals.ts';

export type BagView = 'closed' | 'dropdown' | 'drawer';

export const $bagView = atom<BagView>('closed');

/** The bag is about to be opened: what stands in it is fetched ahead. */
export const $isBagExpected = atom(false);

/** The drawer opens at most once in this time, ms (BAG-32). */
export const openThrottle = 300;
let openedAt = Number.NEGATIVE_INFINITY;
/** What it is to do next: open when its time has come, or close. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Opens it. A drawer that was closed again and is asked for too soon opens when its time has come. @param now ms, page clock */
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
  // Astro says so of an island whose script cannot be had.
  document.addEventListener(islandFailedEvent, leadToBag);
  dispatchEvent(new Event('wake:bag'));
}

/** What would open the bag is lost: the bag's link leads to its page. */
function leadToBag({ target }: Event): void {
  const link = (target as Element).querySelector<HTMLElement>('[data-bag-link]');
  if (!link) return;
  closeBag();
  link.click();
}

export function closeBag(): void {
  $bagView.set('closed');
}

/** Closes it after so many ms, unless it is asked for again before. */
export function closeBagAfter(delay: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(closeBag, delay);
}

/** Fetches the bag's island and what stands in it ahead of an add that is about to open it. */
export function expectBag(): void {
  $isBagExpected.set(true);
  dispatchEvent(new Event('wake:bag'));
}

export interface AfterAddSettings {
  afterAdd: string;
  bagStyle: 'dropdown' | 'drawer';
}

export type AfterAdd = 'toast' | 'to-cart' | 'dropdown' | 'drawer';

/** What follows an add (R11): `show-bag` opens what bagStyle says, an unknown mode the dropdown. */
export function afterAdd({ afterAdd: mode, bagStyle }: AfterAddSettings): AfterAdd {
  if (mode === 'toast' || mode === 'to-cart' || mode === 'drawer') return mode;
  return mode === 'show-bag' ? bagStyle : 'dropdown';
}
