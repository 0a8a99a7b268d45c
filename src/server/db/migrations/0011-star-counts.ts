/**
 * Adds the number of reviews per star rating to each product's row, so that rendering the product's page needs no COUNT
 * (docs/decisions/06-rendering.md).
 */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

const stars = [1, 2, 3, 4, 5];

export async function addStarCounts(db: Kysely<unknown>, { whole }: ColumnTypes): Promise<void> {
  for (const star of stars) {
    await sql.raw(`alter table products add column stars_${star} ${whole} default 0`).execute(db);
  }
  const counts = stars.map(
    (star) => `stars_${star} = (select count(*) from comments
      where product_id = products.id and status = 'published' and star = ${star})`,
  );
  await sql
    .raw(`update products set ${counts.join(', ')} where id in (select product_id from comments)`)
    .execute(db);
}
