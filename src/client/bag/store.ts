/** The bag store. On the server the bag is always empty. Islands read the store through useBag, which hydrates with an empty bag, too. */

import { bagKey } from '#lib/bag/bag-codec.ts';
import { createBagStore } from '#lib/bag/bag-sync.ts';
import { countUnits } from '#lib/bag/capacity.ts';
import { randomId } from '#lib/random-id.ts';
import { safeLocalStorage } from '../stores/storage.ts';
import { updateBagBadge } from './badge.ts';

const isBrowser = typeof window !== 'undefined';

const store = createBagStore({
  storage: safeLocalStorage,
  exclusively: async (work) => {
    let isDone = false;
    const once = () => {
      isDone = true;
      work();
    };
    try {
      if (isBrowser && navigator.locks) await navigator.locks.request(bagKey, once);
    } catch (error) {
      // A browser that blocks storage may also block the Web Locks API.
      if (isDone) throw error;
    }
    if (!isDone) once();
  },
  // Ids of changes are short, because the stored bag contains many of them.
  makeId: () => randomId().slice(-12),
  now: () => performance.now(),
});

export const { $bag, $isSaved, change: changeBag, reread: rereadBag } = store;

if (isBrowser) {
  addEventListener('storage', (event) => {
    if (event.key === bagKey || event.key === null) void rereadBag();
  });
  // A page restored from the back-forward cache receives no storage events for changes made meanwhile (dawn#2415).
  addEventListener('pageshow', (event) => {
    if (event.persisted) void rereadBag();
  });
  $bag.subscribe((bag) => updateBagBadge(countUnits(bag.lines), document));
}
