/**
 * Links are stored as hashes of their tokens (docs/decisions/20-access-to-orders.md): whoever has a copy of the database opens no order with
 * it. Tokens that were handed out go on opening what they opened. Visitors known by now are noted, because from now on
 * their cookies are signed.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Columns, createTable } from '../ddl.ts';

const rowsAtOnce = 500;
/** What stands in mails in the place of tokens and codes; copies, because a migration stays what it was. */
const mark = '~order-token~';
const readerMark = '~reader-code~';
const hashLength = 64;
/** How long unsigned cookies are believed. */
const month = 30 * 86_400_000;

type Touched = {
  checkouts: { token_hash: string };
  orders: { order_no: string; token_hash: string; checkout_hash: string };
  payments: { id: number; details: string };
  mails: { id: number; kind: string; text: string; html: string; unsubscribe_url: string };
};

export async function hashTokens(
  untyped: Kysely<unknown>,
  dialect: Database['dialect'],
  types: Columns,
): Promise<void> {
  const db = untyped.withTables<Touched>();
  // A restored backup's rows may still wait for their references to be checked, and tables are altered here.
  if (dialect === 'postgres') await sql`set constraints all immediate`.execute(db);
  if (dialect === 'sqlite') await askForWipe(untyped);
  await noteVisitors(untyped, dialect, types);
  await clearOrderMails(db);
  await clearNewsletterMails(db);
  await clearPayments(db);
  const { text } = types;
  for (const change of [
    'alter table checkouts rename column token to token_hash',
    `alter table checkouts add column link_id ${text} default ''`,
    'alter table orders rename column token to token_hash',
    'alter table orders rename column checkout_token to checkout_hash',
    `alter table orders add column link_id ${text} default ''`,
    `alter table orders add column mailed_hash ${text} default ''`,
  ]) {
    await sql.raw(change).execute(db);
  }
  await hashCheckouts(db);
  await hashOrders(db);
  await sql.raw('create unique index checkouts_by_link_id on checkouts (link_id)').execute(db);
}

async function noteVisitors(db: Kysely<unknown>, dialect: Database['dialect'], { text, whole }: Columns) {
  await createTable(db, dialect, 'known_visitors', {
    columns: { visitor_hash: text, known_until: whole },
    primaryKey: ['visitor_hash'],
  });
  await sql`insert into known_visitors (visitor_hash, known_until) select visitor_hash, cast(${Date.now() + month} as bigint)
    from (select visitor_hash from checkouts union select visitor_hash from orders) as seen`.execute(db);
}

/** Replaced values stay in SQLite's file: whoever opens it next finds this row and writes the file anew. */
async function askForWipe(db: Kysely<unknown>): Promise<void> {
  await sql`insert into settings (key, value, updated_at) select 'wipeDue', 'true', 0 where
    exists (select 1 from checkouts) or exists (select 1 from orders) or exists (select 1 from payments)
    or exists (select 1 from mails) on conflict do nothing`.execute(db);
}

async function clearOrderMails(db: Kysely<Touched>): Promise<void> {
  await sql`update mails set text = replace(mails.text, orders.token, ${mark}), html = replace(mails.html, orders.token, ${mark})
    from orders where mails.kind = 'order-confirmation'
    and orders.order_no = substr(mails.dedupe_key, length('order-confirmation:') + 1)`.execute(db);
}

async function clearNewsletterMails(db: Kysely<Touched>): Promise<void> {
  const cleared = (said: string) => said.replaceAll(/(?<=aesCode=)[\w-]+/g, readerMark);
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('mails')
      .select(['id', 'text', 'html', 'unsubscribe_url'])
      .where('id', '>', after)
      .where('kind', '=', 'newsletter-welcome')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    for (const { id, text, html, unsubscribe_url } of rows) {
      const change = { text: cleared(text), html: cleared(html), unsubscribe_url: cleared(unsubscribe_url) };
      await db.updateTable('mails').set(change).where('id', '=', id).execute();
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

/** PayPal orders named the checkout they were made for; nothing reads it. */
async function clearPayments(db: Kysely<Touched>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'details'])
      .where('id', '>', after)
      .where('details', 'like', '%"checkout_token"%')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    for (const { id, details } of rows) {
      const { checkout_token: _token, ...rest } = JSON.parse(details);
      await db
        .updateTable('payments')
        .set({ details: JSON.stringify(rest) })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

async function hashCheckouts(db: Kysely<Touched>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('checkouts')
      .select('token_hash as token')
      .where('token_hash', '>', after)
      // A row that is done may stand behind those to come.
      .where(sql`length(token_hash)`, '<', hashLength)
      .orderBy('token_hash')
      .limit(rowsAtOnce)
      .execute();
    if (rows.length > 0) {
      const values = rows.map(({ token }) => sql`(${token}, ${hash(token)}, ${linkId(token)})`);
      await sql`update checkouts set token_hash = made.column2, link_id = made.column3
        from (values ${sql.join(values)}) as made where checkouts.token_hash = made.column1`.execute(db);
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.token;
  }
}

async function hashOrders(db: Kysely<Touched>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('orders')
      .select(['order_no', 'token_hash as token', 'checkout_hash as checkout'])
      .where('order_no', '>', after)
      .orderBy('order_no')
      .limit(rowsAtOnce)
      .execute();
    if (rows.length > 0) {
      const values = rows.map(({ order_no, token, checkout }) => {
        // An order that another has replaced stands under its own number.
        const of = checkout === order_no ? checkout : hash(checkout);
        return sql`(${order_no}, ${hash(token)}, ${of}, ${linkId(token)})`;
      });
      await sql`update orders set token_hash = made.column2, checkout_hash = made.column3, link_id = made.column4
        from (values ${sql.join(values)}) as made where orders.order_no = made.column1`.execute(db);
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.order_no;
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The same for a checkout and its orders, and as little a secret as a random one. */
function linkId(token: string): string {
  return createHash('sha256')
    .update(`link:${hash(token)}`)
    .digest('base64url')
    .slice(0, 16);
}
