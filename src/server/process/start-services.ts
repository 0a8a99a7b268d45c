/** Creates the shop's services from the environment; only this module chooses their implementations. */
import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { openPurgeFeed } from '../cache/purge-feed.ts';
import { createGooglePlacesProvider } from '../checkout/google-places.ts';
import type { AddressProvider } from '../core/address-provider.ts';
import type { Env } from '../core/env.ts';
import type { Services } from '../core/services.ts';
import { ShopEventCounters } from '../core/shop-events.ts';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { retryUntilReachable, startTimeoutMs } from '../db/reachable.ts';
import { vacuumIfRequested } from '../db/vacuum.ts';
import { openStorage } from '../media/open-storage.ts';
import { createProviders, getSandboxUrls } from '../payments/providers.ts';
import { createStubServices } from '../platform/front.ts';
import { searchCounter } from '../search/search-counter.ts';
import { adoptServerKey } from '../settings/server-key.ts';
import { recordSiteUrl } from '../settings/site-url.ts';
import { ensureShop } from '../shop/ensure-shop.ts';
import { BatchRecorder } from '../tracking/batch-recorder.ts';

/**
 * API key for the sandbox's address suggestions. Like all keys of the sandbox it is deliberately public: the suggested streets are
 * invented.
 */
const sandboxKey = 'atoll-sandbox-places';

/** Returns the configured address provider; null when there is none. */
export function openAddressProvider(env: Env, fetcher: typeof fetch): AddressProvider | null {
  if (env.GOOGLE_MAPS_API_KEY) {
    const google = { api: 'https://places.googleapis.com', key: env.GOOGLE_MAPS_API_KEY };
    // Google requires attribution next to suggestions that are not displayed on a map.
    return createGooglePlacesProvider({ ...google, attribution: 'Google Maps' }, fetcher);
  }
  const sandbox = getSandboxUrls(env);
  return (
    sandbox && createGooglePlacesProvider({ api: sandbox.api, key: sandboxKey, attribution: '' }, fetcher)
  );
}

export interface StartedServices {
  services: Services;
  stop(): Promise<void>;
}

/**
 * Creates all services and migrates the database. If another platform serves the API, there is no database.
 * @param timeoutMs how long to wait for an unreachable PostgreSQL, ms
 * @throws UnusableDatabaseError if PostgreSQL stays unreachable or rejects the connection; other errors of database and storage are passed
 * on
 */
export async function startServices(
  env: Env,
  log: Logger,
  timeoutMs = startTimeoutMs,
): Promise<StartedServices> {
  const outside = { now: Date.now, fetch: globalThis.fetch };
  const front = createStubServices(env);
  const db = front?.db ?? (await openShopDatabase(env, log, timeoutMs));
  const services: Services = {
    env,
    db,
    purges: front?.purges ?? openPurgeFeed(db, outside.now),
    storage: openStorage(env, outside.fetch),
    payments: createProviders(env, outside),
    addresses: openAddressProvider(env, outside.fetch),
    visits: new BatchRecorder(db, log),
    events: new ShopEventCounters(),
    log,
    ...outside,
  };
  try {
    if (!front) {
      await ensureShop(services);
      await recordSiteUrl(db, env.SITE_URL, outside.now());
    }
  } catch (error) {
    await db.close();
    throw error;
  }
  const stop = async () => {
    await services.visits.flush();
    await searchCounter(services).flush();
    await db.close();
  };
  return { services, stop };
}

async function openShopDatabase(env: Env, log: Logger, timeoutMs: number): Promise<Database> {
  await mkdir(env.DATA_DIR, { recursive: true });
  const db = await openDatabase(env, { log });
  try {
    if (env.DATABASE_URL)
      await retryUntilReachable(env.DATABASE_URL, () => migrate(db), { withinMs: timeoutMs, log });
    else await migrate(db);
    await vacuumIfRequested(db, log);
    if (env.SERVER_KEY && (await adoptServerKey(db, env.SERVER_KEY)) === 'replaced') {
      log.warn('server key replaced');
    }
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
