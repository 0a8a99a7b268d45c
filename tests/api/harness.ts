/** A whole shop for an API test: its own database, clock, storage and payment providers, nothing outside touched. */
import { pino } from 'pino';
import { readEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { Services } from '#server/services.ts';
import { closeAtEnd } from './harness/clean-up.ts';
import { MemoryStorage } from './harness/memory-storage.ts';
import { makeTestDatabase, type TestDatabase } from './harness/test-database.ts';
import { Visitor } from './harness/visitor.ts';

export interface TestShopOptions {
  /** What the clock says at first, ms UTC. */
  now?: number;
  /** Further environment variables, e.g. `{PAYMENTS: 'sandbox'}`. */
  env?: Record<string, string>;
  /** Puts the shop's data in. */
  seed?: (services: Services) => Promise<void>;
}

export interface TestShop {
  services: Services;
  app: ReturnType<typeof createApp>;
  /** A new shopper, without cookies yet. */
  visitor(): Visitor;
  db: TestDatabase['db'];
  storage: MemoryStorage;
  /** Empty until the test puts a provider in. */
  payments: Map<string, PaymentProvider>;
  clock: { now(): number; set(instant: number): void; advance(milliseconds: number): void };
  /** Answers every call the shop makes to the outside; refuses until the test replaces it. */
  outside: { fetch: typeof fetch };
  /** DATA_DIR and DATABASE_URL, for a second process on the same database. */
  databaseEnv: TestDatabase['env'];
}

/** Noon, 1 October 2026: far from midnights and ends of months. */
export const defaultNow = Date.UTC(2026, 9, 1, 12);

/** Opens a shop on a database of its own, SQLite or PostgreSQL by test project; closed after the file's last test. */
export async function createTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { db, env: databaseEnv, remove } = await makeTestDatabase();
  closeAtEnd(remove);
  const storage = new MemoryStorage();
  const payments = new Map<string, PaymentProvider>();
  let now = options.now ?? defaultNow;
  const clock: TestShop['clock'] = {
    now: () => now,
    set: (instant) => {
      now = instant;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
  const outside: TestShop['outside'] = {
    fetch: async (address) => {
      throw new Error(`A test called ${String(address)}; give it an answer in shop.outside.fetch`);
    },
  };
  const services: Services = {
    env: readEnv({ ...databaseEnv, ...options.env }),
    db,
    storage,
    payments,
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    now: clock.now,
    fetch: (...call) => outside.fetch(...call),
  };
  await options.seed?.(services);
  const app = createApp(services);
  const visitor = () => new Visitor(app);
  return { services, app, visitor, db, storage, payments, clock, outside, databaseEnv };
}
