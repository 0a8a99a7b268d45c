/**
 * Stores only hashes of link tokens, so that a copy of the database gives no access to orders
 * (docs/decisions/20-access-to-orders.md). Tokens sent earlier still work. From this version on cookies are signed; existing
 * visitors are recorded, so that their unsigned cookies are still accepted for a month.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable } from '../ddl.ts';

const rowsAtOnce = 500;
/** Placeholders for tokens and codes in emails; copied from the code, because a released migration must not change. */
const mark = '~order-token~';
const readerMark = '~reader-code~';
const hashLength = 64;
/** How long unsigned cookies are still accepted, ms. */
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
  types: ColumnTypes,
): Promise<void> {
  const db = untyped.withTables<Touched>();
  // Runs the deferred foreign key checks now: after restoring a backup some may be pending, and PostgreSQL then rejects ALTER
  // TABLE.
  if (dialect === 'postgres') await sql`set constraints all immediate`.execute(db);
  if (dialect === 'sqlite') await requestWipe(untyped);
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

async function noteVisitors(db: Kysely<unknown>, dialect: Database['dialect'], { text, whole }: ColumnTypes) {
  await createTable(db, dialect, 'known_visitors', {
    columns: { visitor_hash: text, known_until: whole },
    primaryKey: ['visitor_hash'],
  });
  await sql`insert into known_visitors (visitor_hash, known_until) select visitor_hash, cast(${Date.now() + month} as bigint)
    from (select visitor_hash from checkouts union select visitor_hash from orders) as seen`.execute(db);
}

/**
 * Requests that SQLite's file is rewritten when it is next opened: otherwise the replaced tokens would stay readable in the file.
 */
async function requestWipe(db: Kysely<unknown>): Promise<void> {
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
  const cleared = (content: string) => content.replaceAll(/(?<=aesCode=)[\w-]+/g, readerMark);
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

/** Removes the checkout token from the details of stored PayPal payments; no code reads it. */
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
      // The hash of a converted row may sort after tokens that are not converted yet, so converted rows must be skipped.
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
        // An order that was replaced by a newer one has its own order number in `checkout_hash`, which must not be hashed.
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

/**
 * Returns the link id of a checkout and its orders, derived from their token. A link id is not secret, whether derived or random.
 */
function linkId(token: string): string {
  return createHash('sha256')
    .update(`link:${hash(token)}`)
    .digest('base64url')
    .slice(0, 16);
}
