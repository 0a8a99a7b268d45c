/** Adds the variant that a reviewer bought; it is unknown for existing reviews. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function addBoughtVariants(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await sql.raw(`alter table comments add column variant ${text} default ''`).execute(db);
}
