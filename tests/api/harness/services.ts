/** The services of a test shop, without vitest, so that separate processes can use them too. */
import { pino } from 'pino';
import { openPurgeFeed } from '#server/cache/purge-feed.ts';
import { readEnv } from '#server/core/env.ts';
import type { PaymentProvider } from '#server/core/payment-provider.ts';
import type { Services } from '#server/core/services.ts';
import { ShopEventCounters } from '#server/core/shop-events.ts';
import type { Database } from '#server/db/database.ts';
import { BatchRecorder } from '#server/tracking/batch-recorder.ts';
import { MemoryStorage } from './memory-storage.ts';

export interface TestWorld {
  services: Services;
  storage: MemoryStorage;
  /** Empty until the test adds a provider. */
  payments: Map<string, PaymentProvider>;
  clock: { now(): number; set(instant: number): void; advance(milliseconds: number): void };
  /** Answers every external call of the shop; rejects until the test replaces it. */
  outside: { fetch: typeof fetch };
}

/** @param now initial time of the clock, ms UTC */
export function makeWorld(db: Database, env: Record<string, string>, now: number): TestWorld {
  const storage = new MemoryStorage();
  const payments = new Map<string, PaymentProvider>();
  let instant = now;
  const clock: TestWorld['clock'] = {
    now: () => instant,
    set: (to) => {
      instant = to;
    },
    advance: (milliseconds) => {
      instant += milliseconds;
    },
  };
  const outside: TestWorld['outside'] = {
    fetch: async (address) => {
      throw new Error(`A test called ${String(address)}; give it an answer in shop.outside.fetch`);
    },
  };
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const services: Services = {
    env: readEnv(env),
    db,
    purges: openPurgeFeed(db, clock.now),
    storage,
    payments,
    addresses: null,
    visits: new BatchRecorder(db, log),
    events: new ShopEventCounters(),
    log,
    now: clock.now,
    fetch: (...call) => outside.fetch(...call),
  };
  return { services, storage, payments, clock, outside };
}
