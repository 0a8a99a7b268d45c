/** Creates a database for a test: SQLite or PostgreSQL, whichever the test project runs on. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { copyTemplate } from '../../templates.ts';
import { administer, databaseUrl } from './test-server.ts';

export interface TestDatabase {
  db: Database;
  /** Environment with which another process opens the same database. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  /** Closes the database and deletes its files. */
  remove(): Promise<void>;
}

/** @param shape `empty` creates no tables, for tests of migrations */
export async function makeTestDatabase(shape: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  const server = inject('postgresUrl');
  const name = `atoll_test_${randomBytes(6).toString('hex')}`;
  const env: TestDatabase['env'] = { DATA_DIR: folder };
  if (server !== '') {
    const template = shape === 'migrated' ? inject('postgresTemplate') : 'template0';
    await administer(server, `create database ${name} template ${template}`);
    env.DATABASE_URL = databaseUrl(server, name);
  } else if (shape === 'migrated') copyTemplate('migrated', folder);
  const db = await openDatabase(env);
  return {
    db,
    env,
    remove: async () => {
      await db.close();
      if (server !== '') await administer(server, `drop database if exists ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
