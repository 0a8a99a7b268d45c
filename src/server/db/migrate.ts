import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/list.ts';

/**
 * Runs all pending migrations in one transaction. If several processes start at the same time, one of them migrates and the
 * others wait (for an advisory lock on PostgreSQL, for the write lock on SQLite).
 * @param upTo name of the last migration to run, for tests; by default the newest
 * @returns names of the migrations that were run
 * @throws when a migration fails (all changes are rolled back), or when a newer version of the shop created the database
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
