/** Everything that stands in a database, to look for what must not. */
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** @returns every row of every table as one text of JSON lines; a line begins with its table */
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
