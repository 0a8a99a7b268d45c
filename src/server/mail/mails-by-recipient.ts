/** Lists and deletes a recipient's emails, and finds the recipients of one type of email. */
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { MailsTable, Tables } from '../db/tables.ts';

/** Returns the newest 20 emails. @param to recipient, '' for all */
export async function listMails(
  db: Queryable,
  to: string,
): Promise<{ id: number; to: string; subject: string; createdAt: number; sentAt: number | null }[]> {
  let mails = db
    .selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'dedupe_key', 'created_at', 'sent_at']);
  if (to !== '') mails = mails.where(sql<string>`lower(to_address)`, '=', to.toLowerCase());
  const rows = await mails.orderBy('id', 'desc').limit(20).execute();
  return rows.map((row) => ({
    ...{ id: row.id, to: row.to_address, subject: nameOf(row) },
    ...{ createdAt: row.created_at, sentAt: row.sent_at },
  }));
}

/** Returns all emails to an address, whether sent or not, oldest first. */
export async function readMailsTo(
  db: Queryable,
  to: string,
): Promise<{ subject: string; createdAt: number; sentAt: number | null }[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['subject', 'dedupe_key', 'created_at', 'sent_at'])
    .where(sql<string>`lower(to_address)`, '=', to.toLowerCase())
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ subject: nameOf(row), createdAt: row.created_at, sentAt: row.sent_at }));
}

/** Returns the recipients of emails of one type that were queued after `since` (ms UTC), whether sent or not. */
export async function readRecipients(db: Queryable, kind: string, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('to_address')
    .distinct()
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ to_address }) => to_address);
}

/** Returns the name of an email in lists: its subject, or its dedupe key while it has no subject. */
function nameOf({ subject, dedupe_key }: Pick<Selectable<MailsTable>, 'subject' | 'dedupe_key'>): string {
  return subject || dedupe_key;
}

/**
 * Deletes a person's emails, whether sent or not, and the jobs that would send them.
 * @param mails.to recipient, '' for none
 * @param mails.key dedupe key of one email
 * @param mails.beginnings prefixes of the dedupe keys of other emails
 */
export async function deleteRecipientMails(
  trx: Transaction,
  mails: { to: string; key: string; beginnings: readonly string[] },
): Promise<void> {
  await forgetMailsWhere(trx, (is) =>
    is.or([
      is('dedupe_key', '=', mails.key),
      ...(mails.to === '' ? [] : [is(sql<string>`lower(to_address)`, '=', mails.to.toLowerCase())]),
    ]),
  );
  for (const beginnings of chunk(mails.beginnings)) {
    // Uses a range scan of the index on `dedupe_key`, because the table contains the emails of all orders. A tilde is the upper
    // bound, because it sorts after every character used in dedupe keys.
    const begins = (is: Conditions, text: string) =>
      is.and([is('dedupe_key', '>=', text), is('dedupe_key', '<', `${text}~`)]);
    await forgetMailsWhere(trx, (is) => is.or(beginnings.map((text) => begins(is, text))));
  }
}

type Conditions = ExpressionBuilder<Tables, 'mails'>;

async function forgetMailsWhere(
  trx: Transaction,
  condition: (is: Conditions) => Expression<SqlBool>,
): Promise<void> {
  const deletedRows = await trx.deleteFrom('mails').where(condition).returning('dedupe_key').execute();
  for (const rows of chunk(deletedRows)) {
    const keys = rows.map(({ dedupe_key }) => `mail:${dedupe_key}`);
    await trx.deleteFrom('jobs').where('kind', '=', 'mail').where('dedupe_key', 'in', keys).execute();
  }
}

/**
 * Deletes expired emails of one type, whether sent or not, because they reveal who made a request.
 * @param kind email type, the part of the dedupe keys before the colon
 * @param until emails queued up to this time are deleted, ms UTC
 */
export async function deleteExpiredMails(db: Queryable, kind: string, until: number): Promise<void> {
  await db
    .deleteFrom('mails')
    // Uses a range scan of the index on `dedupe_key`, because the table contains the emails of all orders. A semicolon is the upper
    // bound, because it sorts right after a colon.
    .where('dedupe_key', '>=', `${kind}:`)
    .where('dedupe_key', '<', `${kind};`)
    .where('created_at', '<=', until)
    .execute();
}
