/** Inserts rows into tables of older versions of the shop, which tables.ts no longer describes. */
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Inserts a row with the given columns; other required columns get a default that fits their type. */
export async function insertRow(
  db: Database,
  table: string,
  known: Record<string, string | number>,
): Promise<void> {
  const tables = await db.maintenance.introspection.getTables();
  const { columns } = tables.find(({ name }) => name === table)!;
  const filled = columns
    .filter(({ isAutoIncrementing, isNullable }) => !isAutoIncrementing && !isNullable)
    .map(({ name, dataType }) => [name, /int/i.test(dataType) ? 1 : name === 'groups' ? '[]' : ''] as const);
  const row = Object.entries({ ...Object.fromEntries(filled), ...known });
  const names = sql.join(row.map(([name]) => sql.ref(name)));
  const values = sql.join(row.map(([, value]) => value));
  await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db.maintenance);
}
