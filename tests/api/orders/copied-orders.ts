/** Creates an order history in SQL: copies one paid order many times, back over the years. */
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Time between two orders of the history, ms. */
const apart = 15 * 60_000;

/** Tables with rows of an order, and the column that identifies it there. */
const tables = {
  orders: 'order_no',
  order_lines: 'order_no',
  reservations: 'order_no',
  payments: 'order_no',
  mails: 'dedupe_key',
  checkouts: 'token_hash',
} as const;

export const copiedTables = Object.keys(tables);

/** Text columns that are unique per row or per buyer: a copy appends its number. */
const own = new Set([
  ...['order_no', 'checkout_hash', 'token_hash', 'link_id', 'mailed_hash', 'visitor_hash', 'email'],
  ...['provider_ref', 'capture_ref', 'request_id', 'dedupe_key', 'to_address'],
]);
const times = new Set(['order_time', 'paid_at', 'created_at', 'updated_at', 'sent_at', 'held_since']);

/** Copies all rows of a paid order `count` times; each copy is earlier and of another buyer. */
export async function copyOrder(db: Database, orderNo: string, count: number): Promise<void> {
  const order = await db.read
    .selectFrom('orders')
    .select(['order_no', 'checkout_hash'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  const found = {
    dedupe_key: `order-confirmation:${orderNo}`,
    token_hash: order.checkout_hash,
    order_no: orderNo,
  };
  const known = await db.maintenance.introspection.getTables();
  await db.maintenance.transaction().execute(async (trx) => {
    for (const [table, key] of Object.entries(tables)) {
      const { columns } = known.find(({ name }) => name === table)!;
      const copied = columns.filter(({ name }) => name !== 'id').map(({ name }) => name);
      const values = copied.map((name) => {
        if (name === 'customer_id') return sql`null`;
        // Marks the confirmation as sent.
        const column = sql.ref(name === 'sent_at' ? 't.created_at' : `t.${name}`);
        if (times.has(name)) return sql`${column} - ${sql.lit(apart)} * n`;
        return own.has(name) ? sql`case when ${column} = '' then '' else ${column} || '-' || n end` : column;
      });
      await sql`with recursive numbers (n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(count)})
        insert into ${sql.table(table)} (${sql.join(copied.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${sql.table(table)} as t cross join numbers
        where ${sql.ref(`t.${key}`)} = ${found[key]}`.execute(trx);
    }
  });
  // In a real shop housekeeping (SQLite) and autovacuum (PostgreSQL) do this.
  await sql`analyze`.execute(db.maintenance);
}
