/** The tables are what tables.ts says, and older data survives every step. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/list.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeTestDatabase } from '../harness/test-database.ts';

async function make(shape: 'migrated' | 'empty') {
  const made = await makeTestDatabase(shape);
  closeAtEnd(made.remove);
  return made.db;
}

/** `table.column` with `?` where NULL is allowed, as tables.ts declares them. */
function declaredColumns(): string[] {
  const source = readFileSync(new URL('../../../src/server/db/tables.ts', import.meta.url), 'utf8');
  const bodyOf = new Map(
    [...source.matchAll(/interface (\w+) \{\n([\s\S]*?)\n\}/g)].map(([, name, body]) => [name, body!]),
  );
  const tables = [...bodyOf.get('Tables')!.matchAll(/^ {2}(\w+): (\w+);/gm)];
  return tables.flatMap(([, table, type]) =>
    [...bodyOf.get(type!)!.matchAll(/^ {2}(\w+):([\s\S]*?);$/gm)].map(
      ([, column, kind]) => `${table}.${column}${/\bnull\b/.test(kind!) ? '?' : ''}`,
    ),
  );
}

test('makes exactly the tables and columns that the queries are typed by', async () => {
  const db = await make('migrated');
  const tables = await db.maintenance.introspection.getTables();
  // What search keeps for itself is written in each database's own way.
  const shared = tables.filter((table) => !table.name.startsWith('product_search'));
  const made = shared.flatMap((table) =>
    table.columns.map((column) => `${table.name}.${column.name}${column.isNullable ? '?' : ''}`),
  );
  expect(made.sort()).toEqual(declaredColumns().sort());
});

test('brings the data of every older version to the newest', async () => {
  for (const version of Object.keys(migrations('sqlite'))) {
    const db = await make('empty');
    await migrate(db, version);
    await db.write.insertInto('settings').values({ key: version, value: '{}', updated_at: 1 }).execute();
    await migrate(db);
    const kept = await db.read.selectFrom('settings').select('key').execute();
    expect(kept).toEqual([{ key: version }]);
    expect(await migrate(db)).toEqual([]);
  }
});

test('refuses a database that a newer shop has migrated, and leaves it alone', async () => {
  const db = await make('migrated');
  const table = db.maintenance.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  await table
    .insertInto('kysely_migration')
    .values({ name: '9999-of-tomorrow', timestamp: new Date(0).toISOString() })
    .execute();
  await expect(migrate(db)).rejects.toThrow('9999-of-tomorrow');
});
