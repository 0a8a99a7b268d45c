/** Which variant the writer of a review bought; of reviews that stand already it is not known. */
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../ddl.ts';

export async function addBoughtVariants(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await sql.raw(`alter table comments add column variant ${text} default ''`).execute(db);
}
