/** Keeps what finds products ready in a serving process, so that no search waits for it. */
import type { Services } from '../core/services.ts';
import { readPromotions } from '../promotions/promotions-store.ts';
import { pricingOf } from './pricing.ts';
import { syncedIndex } from './synced-index.ts';

/** Often enough that what has changed is little. ms */
const every = 60_000;

/** Begins at once, in the background. @returns ends it */
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
  await syncedIndex(services).follow(pricingOf(promotions, now));
}
