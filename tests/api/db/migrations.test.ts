/** The tables are what tables.ts says, and older data survives every step. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aggregateComments } from '#server/catalog/comments-store.ts';
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

test('shortens the ids of pictures wherever they are kept', async () => {
  const db = await make('empty');
  await migrate(db, '0007-search-in-memory');
  const [id, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const options = [{ name: 'Colour', style: 2, values: [{ value: 'Sage', media_id: id }] }];
  const theme = { picture: { id, width: 10 }, address: `/media/${id}/320.webp`, other };
  const run = (statement: string) => sql.raw(statement).execute(db.maintenance);
  await run(`insert into media (id, mime, width, height, bytes, dominant_color, created_at)
    values ('${id}', 'image/png', 10, 10, 1, '#ffffff', 1)`);
  await run(`insert into derivatives (media_id, width, format, bytes) values ('${id}', 10, 'webp', 1)`);
  await run(`insert into products (id, handle, title, description_html, vendor, product_type, tags, options, custom_options,
    others, is_published, is_presale, is_virtual, img_size, seo_title, seo_description, min_price, max_price, in_stock,
    comment_num, comment_star_sum, sold_count, created_at, updated_at, deleted_at)
    values (1, 'mug', 'Mug', '', '', '', '[]', '${JSON.stringify(options)}', '[]', '{}', 1, 0, 0, '1:1', '', '', 1, 1, 1,
    0, 0, 0, 1, 1, null)`);
  await run(
    `insert into product_media (product_id, position, media_id, alt, option_value) values (1, 0, '${id}', '', '')`,
  );
  await run(`insert into settings (key, value, updated_at) values ('models', '${JSON.stringify(theme)}', 1)`);

  await migrate(db);

  const short = id.slice(0, 20);
  const kept = await db.read.selectFrom('media').select(['id', 'original_key']).execute();
  expect(kept).toEqual([{ id: short, original_key: `media/${id}/original` }]);
  const shown = await db.read.selectFrom('product_media').select('media_id').execute();
  expect(shown).toEqual([{ media_id: short }]);
  const product = await db.read.selectFrom('products').select('options').executeTakeFirstOrThrow();
  expect(JSON.parse(product.options)[0].values).toEqual([{ value: 'Sage', media_id: short }]);
  const setting = await db.read.selectFrom('settings').select('value').executeTakeFirstOrThrow();
  expect(JSON.parse(setting.value)).toEqual({
    picture: { id: short, width: 10 },
    address: `/media/${short}/320.webp`,
    other,
  });
});

test('counts the stars that were given before they were kept with the product', async () => {
  const db = await make('empty');
  await migrate(db, '0010-short-picture-ids');
  const run = (statement: string) => sql.raw(statement).execute(db.maintenance);
  for (const id of [1, 2]) {
    await run(`insert into products (id, handle, title, description_html, vendor, product_type, tags, options,
      custom_options, others, is_published, is_presale, is_virtual, img_size, seo_title, seo_description, min_price,
      max_price, in_stock, comment_num, comment_star_sum, sold_count, created_at, updated_at, deleted_at)
      values (${id}, 'mug-${id}', 'Mug', '', '', '', '[]', '[]', '[]', '{}', 1, 0, 0, '1:1', '', '', 1, 1, 1, 3, 11, 0, 1,
      1, null)`);
  }
  for (const [star, status] of [
    [5, 'published'],
    [5, 'published'],
    [1, 'published'],
    [3, 'waiting'],
  ]) {
    await run(`insert into comments (product_id, nickname, email, star, content, images, like_num, status, is_verified,
      created_at) values (1, 'Ann', '', ${star}, '', '[]', 0, '${status}', 0, 1)`);
  }

  await migrate(db);

  expect(await aggregateComments(db.read, 1)).toMatchObject({ comment_num: 3, star_counts: [1, 0, 0, 0, 2] });
  expect(await aggregateComments(db.read, 2)).toMatchObject({ comment_num: 0, star_counts: [0, 0, 0, 0, 0] });
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
