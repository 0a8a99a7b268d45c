/** Creates the tables of wishlist items and of links to shared wishlists. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

export async function addWishlists(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  { whole, text, to }: ColumnTypes,
): Promise<void> {
  await createTable(db, dialect, 'wishes', {
    columns: {
      customer_id: to('customers'),
      product_id: to('products'),
      variant_id: whole,
      added_at: whole,
    },
    primaryKey: ['customer_id', 'product_id'],
    indexes: [{ on: ['product_id'] }],
  });
  await createTable(db, dialect, 'wishlist_links', {
    columns: { customer_id: to('customers'), link_id: text, token_hash: text, created_at: whole },
    primaryKey: ['customer_id'],
    unique: [['link_id']],
  });
}
