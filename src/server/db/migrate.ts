/** Brings a database to the newest shape. */
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/list.ts';

/**
 * Runs the migrations a database has not seen, all in one transaction. Several processes may start at once: one
 * migrates, the others wait for it (advisory lock on PostgreSQL, the writer's lock on SQLite).
 * @param upTo name of the last migration to run, for tests; the newest by default
 * @returns names of the migrations run now
 * @throws when one fails (nothing is changed then), or when the database was made by a newer version of the shop
 */
export async function migrate(db: Database, upTo?: string): Promise<string[]> {
  const migrator = new Migrator({
    db: db.maintenance,
    provider: { getMigrations: async () => migrations(db.dialect) },
  });
  const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
  return results.map((result) => result.migrationName);
}
