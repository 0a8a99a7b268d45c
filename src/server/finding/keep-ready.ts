/** Keeps the catalogue index of a serving process ready, so that nobody waits for it. */
import { readPromotions } from '../promotions/promotions-store.ts';
import type { Services } from '../services.ts';
import { keptIndex } from './kept-index.ts';
import { pricingOf } from './pricing.ts';

/** Often enough that what has changed is little. ms */
const every = 60_000;

/** Begins at once, in the background. @returns ends it */
export function keepReady(services: Pick<Services, 'db' | 'now' | 'log' | 'purges'>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const follow = () => {
    const now = services.now();
    running ??= readPromotions(services.db.read, now)
      .then((promotions) => keptIndex(services).follow(pricingOf(promotions, now)))
      .catch((error) =>
        services.log.error({ err: error }, 'the catalogue could not be read for lists and searches'),
      )
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
