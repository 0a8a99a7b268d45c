import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/list.ts';

/**
 * Runs all pending migrations in one transaction. If several processes start at once, one migrates and the others wait (advisory
 * lock on PostgreSQL, the writer's lock on SQLite).
 * @param upTo name of the last migration to run, for tests; the newest by default
 * @returns names of the migrations run now
 * @throws when one fails (nothing is changed then), or when a newer version of the shop created the database
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
