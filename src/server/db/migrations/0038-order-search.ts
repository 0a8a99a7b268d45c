/** Adds the columns and indexes with which the staff finds, filters and sorts orders. */
import { type Kysely, sql } from 'kysely';
import { nameKeys } from '#lib/orders/name-key.ts';
import type { ColumnTypes } from '../ddl.ts';

interface OrderColumns {
  orders: { order_no: string; address: string; name_key: string; last_name_key: string };
}

/** Orders whose keys are calculated per statement. */
const batch = 1000;

export async function addOrderSearch(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  for (const column of ['name_key', 'last_name_key'])
    await sql.raw(`alter table orders add column ${column} ${text} default ''`).execute(db);
  await fillKeys(db as Kysely<OrderColumns>);
  for (const statement of [
    'create index orders_by_name_key on orders (name_key, order_no)',
    'create index orders_by_last_name_key on orders (last_name_key, order_no)',
    'create index orders_by_address on orders (lower(email), order_no)',
    'create index orders_by_total_price on orders (total_price, order_no) where is_begun = 0',
    'create index orders_by_state on orders (status_key, hold_reason, order_time) where is_begun = 0',
  ])
    await sql.raw(statement).execute(db);
}

async function fillKeys(db: Kysely<OrderColumns>): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('orders')
      .select(['order_no', 'address'])
      .where('order_no', '>', last)
      .orderBy('order_no')
      .limit(batch)
      .execute();
    for (const { order_no, address } of rows) {
      const stored = JSON.parse(address || '{}');
      const [first_name, last_name] = [stored?.first_name, stored?.last_name].map((name: unknown) =>
        typeof name === 'string' ? name : '',
      ) as [string, string];
      if (first_name === '' && last_name === '') continue;
      const keys = nameKeys({ first_name, last_name });
      await db.updateTable('orders').set(keys).where('order_no', '=', order_no).execute();
    }
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = end.order_no;
  }
}
