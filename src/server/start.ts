/** Puts the shop's services together from the environment; the one place that chooses implementations. */
import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import type { Env } from './env.ts';
import { openStorage } from './media/open-storage.ts';
import { createProviders } from './payments/providers.ts';
import type { Services } from './services.ts';
import { ensureShop } from './shop/ensure-shop.ts';

export interface Started {
  services: Services;
  stop(): Promise<void>;
}

/**
 * Opens everything the shop stands on, with a database of the newest version. Behind API_ORIGIN there is no database.
 * @throws what the database or the storage says when it cannot be opened
 */
export async function start(env: Env, log: Logger): Promise<Started> {
  const outside = { now: Date.now, fetch: globalThis.fetch };
  const db = env.API_ORIGIN ? noDatabase() : await openShopDatabase(env, log);
  const services: Services = {
    env,
    db,
    storage: openStorage(env, outside.fetch),
    payments: createProviders(env, outside),
    log,
    ...outside,
  };
  try {
    if (!env.API_ORIGIN) await ensureShop(services);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { services, stop: () => db.close() };
}

async function openShopDatabase(env: Env, log: Logger): Promise<Database> {
  await mkdir(env.DATA_DIR, { recursive: true });
  const db = await openDatabase(env, { log });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** In front of another platform every call goes there; whoever asks for a database has taken a wrong turn. */
function noDatabase(): Database {
  const absent = (): never => {
    throw new Error('Behind API_ORIGIN there is no database of our own.');
  };
  return {
    dialect: 'sqlite',
    get read() {
      return absent();
    },
    get write() {
      return absent();
    },
    transaction: async () => absent(),
    snapshot: async () => absent(),
    get maintenance() {
      return absent();
    },
    close: async () => {},
  };
}
