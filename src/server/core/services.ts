/** Dependencies injected into every handler and job, so that tests can replace each one. */
import type { Logger } from 'pino';
import type { PurgeFeed } from '../cache/purge-feed.ts';
import type { Database } from '../db/database.ts';
import type { AddressProvider } from './address-provider.ts';
import type { Env } from './env.ts';
import type { PaymentProviders } from './payment-provider.ts';
import type { ShopEventCounters } from './shop-events.ts';
import type { Storage } from './storage.ts';
import type { VisitRecorder } from './visit-recorder.ts';

export interface Services {
  env: Env;
  db: Database;
  /** Notifies this process's caches of every purge, regardless of the process that wrote it. */
  purges: PurgeFeed;
  storage: Storage;
  payments: PaymentProviders;
  /** Provider of address suggestions; null if none is configured. */
  addresses: AddressProvider | null;
  /** Queues visit data until it is written; must be flushed before the database is closed. */
  visits: VisitRecorder;
  events: ShopEventCounters;
  log: Logger;
  /** Returns the current time, ms UTC; handlers and jobs use no other clock. */
  now: () => number;
  /** Sends HTTP requests to third parties; every call passes an AbortSignal timeout. */
  fetch: typeof fetch;
}
