/** Shops that once searched in PostgreSQL have tables that no migration created. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeTestDatabase } from '../harness/test-database.ts';

test('drops the tables of a search in PostgreSQL, and keeps the extension and every other table', async () => {
  const { db, remove } = await makeTestDatabase('empty');
  closeAtEnd(remove);
  await migrate(db, '0030-wishlists');
  const before = (await db.maintenance.introspection.getTables()).map(({ name }) => name);
  await sql`create extension pg_trgm`.execute(db.maintenance);
  for (const name of ['state', 'applied', 'products', 'words', 'values', 'segments', 'details']) {
    await sql`create table ${sql.table(`search_${name}`)} (word text)`.execute(db.maintenance);
    await sql`create index on ${sql.table(`search_${name}`)} using gist (word gist_trgm_ops)`.execute(
      db.maintenance,
    );
  }
  expect(await migrate(db, '0031-drop-search-tables')).toContain('0031-drop-search-tables');
  const after = (await db.maintenance.introspection.getTables()).map(({ name }) => name);
  expect(after).toEqual(before);
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db.read);
  expect(rows).toHaveLength(1);
});
