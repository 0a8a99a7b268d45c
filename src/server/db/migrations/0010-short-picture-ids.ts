/**
 * Shortens image ids, because each of them appears dozens of times in a page (docs/decisions/14-pictures-and-uploads.md).
 * Originals keep their storage keys, and old URLs still work.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ColumnTypes } from '../ddl.ts';

/** Length of an image id; copied from the code, because a released migration must not change. */
const length = 20;

const rowsAtOnce = 500;

interface Touched {
  media: { id: string };
  settings: { key: string; value: string };
  products: { id: number; options: string };
}

export async function shortenPictureIds(
  db: Kysely<Touched>,
  dialect: Database['dialect'],
  { text }: ColumnTypes,
): Promise<void> {
  await sql.raw(`alter table media add column original_key ${text} default ''`).execute(db);
  await sql`update media set original_key = 'media/' || id || '/original'`.execute(db);
  const mediaIds = new Set((await db.selectFrom('media').select('id').execute()).map(({ id }) => id));
  // Deletes all stored variants, because their keys contain the old ids. Each variant is encoded again on request.
  await sql`delete from derivatives`.execute(db);
  await sql`update media set id = substr(id, 1, ${sql.lit(length)})`.execute(db);
  for (const table of ['variants', 'product_media', 'collections', 'articles']) {
    await sql`update ${sql.table(table)} set media_id = substr(media_id, 1, ${sql.lit(length)})
      where media_id is not null`.execute(db);
  }
  await shortenInSettings(db, mediaIds);
  await shortenInOptions(db, mediaIds);
  // Runs the deferred foreign key checks now: a later step of this transaction may alter these tables, which PostgreSQL rejects
  // while checks are pending.
  if (dialect === 'postgres') await sql`set constraints all immediate`.execute(db);
}

async function shortenInSettings(db: Kysely<Touched>, mediaIds: ReadonlySet<string>): Promise<void> {
  for (const { key, value } of await db.selectFrom('settings').selectAll().execute()) {
    const short = shortened(value, mediaIds);
    if (short === value) continue;
    await db.updateTable('settings').set({ value: short }).where('key', '=', key).execute();
  }
}

async function shortenInOptions(db: Kysely<Touched>, mediaIds: ReadonlySet<string>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'options'])
      .where('id', '>', after)
      .where('options', 'like', '%"media_id"%')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    for (const { id, options } of rows) {
      await db
        .updateTable('products')
        .set({ options: shortened(options, mediaIds) })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

function shortened(json: string, mediaIds: ReadonlySet<string>): string {
  return json.replace(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, (id) =>
    mediaIds.has(id) ? id.slice(0, length) : id,
  );
}
