/** What every handler and job is given: the shop's outside world, so that tests can replace each part. */
import type { Logger } from 'pino';
import type { PurgeFeed } from '../cache/purge-feed.ts';
import type { Database } from '../db/database.ts';
import type { AddressProvider } from './address-provider.ts';
import type { Env } from './env.ts';
import type { PaymentProviders } from './payment-provider.ts';
import type { ShopEvents } from './shop-events.ts';
import type { Storage } from './storage.ts';
import type { VisitRecorder } from './visit-recorder.ts';

export interface Services {
  env: Env;
  db: Database;
  /** Tells what was purged, by whichever process, to all that is cached in this one. */
  purges: PurgeFeed;
  storage: Storage;
  payments: PaymentProviders;
  /** Suggests addresses; null where nobody is asked. */
  addresses: AddressProvider | null;
  /** Keeps what browsers tell of visits until it is written; flushed before the database is closed. */
  visits: VisitRecorder;
  events: ShopEvents;
  log: Logger;
  /** Milliseconds UTC. The only clock. */
  now: () => number;
  /** Outside HTTP; every call passes an AbortSignal timeout. */
  fetch: typeof fetch;
}
