/** A whole shop for an API test, with its own database, clock, storage and payment providers; it makes no external calls. */

import { createApp } from '#server/api/app.ts';
import type { Services } from '#server/core/services.ts';
import { closeAtEnd } from './harness/clean-up.ts';
import { makeWorld, type TestWorld } from './harness/services.ts';
import { makeTestDatabase, type TestDatabase } from './harness/test-database.ts';
import { Visitor } from './harness/visitor.ts';

export interface TestShopOptions {
  /** Initial time of the clock, ms UTC. */
  now?: number;
  /** Additional environment variables, e.g. `{PAYMENTS: 'sandbox'}`. */
  env?: Record<string, string>;
  /** Defaults to a new, empty database. */
  database?: TestDatabase;
  seed?: (services: Services) => Promise<void>;
}

export interface TestShop extends TestWorld {
  app: ReturnType<typeof createApp>;
  /** Creates a shopper without cookies. */
  visitor(address?: string): Visitor;
  db: TestDatabase['db'];
  /** DATA_DIR and DATABASE_URL for a second process on the same database. */
  databaseEnv: TestDatabase['env'];
}

/** Noon, 1 October 2026: far from midnight and from the end of a month. */
export const defaultNow = Date.UTC(2026, 9, 1, 12);

/** Opens a shop on its own database, SQLite or PostgreSQL by test project, and closes it after the file's last test. */
export async function createTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { db, env: databaseEnv, remove } = options.database ?? (await makeTestDatabase());
  closeAtEnd(remove);
  const world = makeWorld(db, { ...databaseEnv, ...options.env }, options.now ?? defaultNow);
  await options.seed?.(world.services);
  const app = createApp(world.services);
  return { ...world, db, databaseEnv, app, visitor: (address) => new Visitor(app, address) };
}
