/** Reading a whole table in pages by its key, so that neither database holds more than one page in memory. */
import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Cell } from './archive.ts';

const pageSize = 500;

type Row = Record<string, Cell>;

/** Yields every row of `table` in the order of `key`, which must be unique. */
export async function* readTable(db: Queryable, table: string, key: readonly string[]): AsyncGenerator<Row> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((name) => last?.[name]))})` : sql``;
    const page =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${pageSize}`.execute(
        db,
      );
    yield* page.rows;
    last = page.rows.at(-1);
    if (page.rows.length < pageSize) return;
  }
}
