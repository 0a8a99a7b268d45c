/** A shop's history, made by SQL: one paid order, copied many times over the years before it. */
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** Between two orders of the history, ms. */
const apart = 15 * 60_000;

/** Tables that an order leaves rows in, with the column that names it there. */
const tables = {
  orders: 'order_no',
  order_lines: 'order_no',
  reservations: 'order_no',
  payments: 'order_no',
  mails: 'dedupe_key',
  checkouts: 'token_hash',
} as const;

export const copiedTables = Object.keys(tables);

/** Columns whose text is a row's own or a buyer's own: a copy has its number behind it. */
const own = new Set([
  ...['order_no', 'checkout_hash', 'token_hash', 'link_id', 'mailed_hash', 'visitor_hash', 'email'],
  ...['provider_ref', 'capture_ref', 'request_id', 'dedupe_key', 'to_address'],
]);
const times = new Set(['order_time', 'paid_at', 'created_at', 'updated_at', 'sent_at', 'held_since']);

/** Copies all that a paid order left behind, `count` times, each copy of another buyer and earlier. */
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
        // The confirmation is out.
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
  // As housekeeping has it on SQLite and PostgreSQL by itself.
  await sql`analyze`.execute(db.maintenance);
}
