/** Puts the shop's services together from the environment; the one place that chooses implementations. */
import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import type { Env } from './env.ts';
import { openStorage } from './media/open-storage.ts';
import { createProviders } from './payments/providers.ts';
import type { Services } from './services.ts';

export interface Started {
  services: Services;
  stop(): Promise<void>;
}

/**
 * Opens everything the shop stands on, with a database of the newest version.
 * @throws what the database or the storage says when it cannot be opened
 */
export async function start(env: Env, log: Logger): Promise<Started> {
  await mkdir(env.DATA_DIR, { recursive: true });
  const db = await openDatabase(env, { log });
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  const outside = { now: Date.now, fetch: globalThis.fetch };
  const services: Services = {
    env,
    db,
    storage: openStorage(env, outside.fetch),
    payments: createProviders(env, outside),
    log,
    ...outside,
  };
  return { services, stop: () => db.close() };
}
