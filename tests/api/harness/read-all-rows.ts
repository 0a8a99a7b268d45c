/** Reads a whole database, to search it for data that must not be there. */
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** @returns every row of every table as JSON lines, each prefixed with its table */
export async function readAllRows(db: Database): Promise<string> {
  const names = await sql<{ name: string }>`${sql.raw(
    db.dialect === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
      : 'select table_name as name from information_schema.tables where table_schema = current_schema()',
  )}`.execute(db.read);
  const lines: string[] = [];
  for (const { name } of names.rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.read);
    lines.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`));
  }
  return lines.join('\n');
}
