/** Keeps the search index of a serving process up to date, so that no search waits for it to load. */
import type { Services } from '../core/services.ts';
import { readPromotions } from '../promotions/promotions-store.ts';
import { createSearchPricing } from './pricing.ts';
import { syncedIndex } from './synced-index.ts';

/** Interval of index updates, ms; short enough that each update has only few changes to apply. */
const every = 60_000;

/** Loads the search index in the background and keeps it up to date. @returns a function that stops the updates */
export function keepIndexWarm(
  services: Pick<Services, 'db' | 'now' | 'log' | 'purges'>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const follow = () => {
    running ??= followIndex(services)
      .catch((error) => services.log.error({ err: error }, 'search index load failed'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(follow, every);
  timer.unref();
  follow();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function followIndex(services: Pick<Services, 'db' | 'now' | 'purges'>): Promise<void> {
  const now = services.now();
  const promotions = await readPromotions(services.db.read, now);
  await syncedIndex(services).follow(createSearchPricing(promotions, now));
}
