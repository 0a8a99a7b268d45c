/** Stores the email outbox: emails are queued in the same transaction as the event that causes them, and sent afterwards. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { JobsTable, MailsTable } from '../db/tables.ts';
import { enqueue } from '../queue/enqueue.ts';

export interface Mail {
  /** Identifies the email, so that a repeated event queues it only once. */
  dedupeKey: string;
  kind: string;
  to: string;
  subject: string;
  /** Plain text; '' until the sending job has rendered it (mail/mail-texts.ts). */
  text: string;
  html: string;
  /** One-click unsubscribe URL (R131); absent for transactional emails. */
  unsubscribeUrl?: string;
}

export type MailText = Pick<Mail, 'subject' | 'text' | 'html'>;
export type NewMail = Omit<Mail, keyof MailText> & Partial<MailText>;

export interface StoredMail extends Mail {
  id: number;
  /** ms UTC. */
  createdAt: number;
}

function toMail(row: Selectable<MailsTable>): StoredMail {
  const { id, dedupe_key, kind, to_address, subject, text, html, unsubscribe_url: unsubscribeUrl } = row;
  const createdAt = row.created_at;
  return { id, createdAt, dedupeKey: dedupe_key, kind, to: to_address, subject, text, html, unsubscribeUrl };
}

/**
 * Value of `last_error` for an unsent email whose code or link has expired, or for which the reason for sending it no longer
 * applies.
 */
export const obsoleteMailError = 'not sent: its code, link or occasion has ended';

/** Inserts an email unless one with the same dedupe key exists. @returns whether the email was inserted */
export async function writeMail(trx: Transaction, mail: NewMail, now: number): Promise<boolean> {
  const inserted = await insertRow(trx, {
    dedupe_key: mail.dedupeKey,
    kind: mail.kind,
    to_address: mail.to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    unsubscribe_url: mail.unsubscribeUrl ?? '',
    created_at: now,
    sent_at: null,
    attempts: 0,
    last_error: '',
  });
  return inserted.length === 1;
}

const insertRow = prepareQuery((trx, row: Insertable<MailsTable>) =>
  trx
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id'),
);

/** Stores the text of an email that has none. @returns false if the email already has a text or was deleted */
export async function storeMailText(db: Database, id: number, text: MailText): Promise<boolean> {
  const { numUpdatedRows } = await db.write
    .updateTable('mails')
    .set({ subject: text.subject, text: text.text, html: text.html })
    .where('id', '=', id)
    .where('text', '=', '')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns an unsent email; null if the email was sent or does not exist. */
export async function readUnsentMail(db: Database, dedupeKey: string): Promise<StoredMail | null> {
  const [row] = await unsentRow(db.read, dedupeKey);
  return row ? toMail(row) : null;
}

const unsentRow = prepareQuery((db, dedupeKey: string) =>
  db.selectFrom('mails').selectAll().where('dedupe_key', '=', dedupeKey).where('sent_at', 'is', null),
);

/** Returns an email by id, whether sent or not. */
export async function readMail(db: Queryable, id: number): Promise<StoredMail | null> {
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toMail(row) : null;
}

/** Returns unsent emails queued since `since` (ms UTC). @param to recipient, '' for all */
export async function readUnsentSince(
  db: Queryable,
  since: number,
  to: string,
): Promise<(StoredMail & { lastError: string; hasFailed: boolean })[]> {
  const rows = await unsent(db, to)
    .selectAll()
    .select((eb) => eb.exists(jobOf(db, ['given_up'])).as('is_given_up'))
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...toMail(row),
    lastError: row.last_error,
    // SQLite returns 0 or 1 instead of a boolean.
    hasFailed: Boolean(row.is_given_up),
  }));
}

/** Counts unsent emails queued before `before` (ms UTC). @param to recipient, '' for all */
export async function countUnsentBefore(db: Queryable, before: number, to: string): Promise<number> {
  const { count } = await unsent(db, to)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Counts unsent emails queued since `since` (ms UTC), without obsolete ones. Stops at 10,000, because every scrape of the metrics
 * runs this query.
 */
export async function countQueued(db: Queryable, since: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      unsent(db, '').select('last_error').where('created_at', '>=', since).limit(10_000).as('unsent'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_error', '!=', obsoleteMailError)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function unsent(db: Queryable, to: string) {
  const mails = db.selectFrom('mails').where('sent_at', 'is', null);
  return to === '' ? mails : mails.where(sql<string>`lower(to_address)`, '=', to.toLowerCase());
}

/** Returns a subquery that selects the job that sends the email of the outer query. */
function jobOf(db: Queryable, states: readonly JobsTable['state'][]) {
  return db
    .selectFrom('jobs')
    .select('jobs.id')
    .where('jobs.kind', '=', 'mail')
    .where('jobs.state', 'in', states)
    .where('jobs.dedupe_key', '=', sql<string>`'mail:' || mails.dedupe_key`);
}

/** Enqueues the job that sends an email. @param now ms UTC */
export async function enqueueMail(trx: Transaction, key: string, now: number): Promise<void> {
  await enqueue(trx, { kind: 'mail', dedupeKey: `mail:${key}`, payload: { key }, runAt: now });
}

/**
 * Enqueues jobs for unsent emails that have no waiting job, except obsolete and permanently failed emails.
 * @returns the number of jobs
 */
export async function enqueueStrandedMails(
  trx: Transaction,
  { since, limit }: { since: number; limit: number },
  now: number,
): Promise<number> {
  const rows = await trx
    .selectFrom('mails')
    .select('dedupe_key')
    .where('sent_at', 'is', null)
    .where('created_at', '>=', since)
    .where('last_error', '!=', obsoleteMailError)
    .where((is) => is.not(is.exists(jobOf(trx, ['waiting', 'given_up']))))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const { dedupe_key } of rows) await enqueueMail(trx, dedupe_key, now);
  return rows.length;
}

/** Marks an email as obsolete: its code or link has expired, or the reason for sending it no longer applies. */
export async function markExpired(db: Database, id: number): Promise<void> {
  await db.write.updateTable('mails').set({ last_error: obsoleteMailError }).where('id', '=', id).execute();
}

/**
 * Returns the dedupe keys of obsolete emails of one type.
 * @param kind email type, the part of the dedupe keys before the colon
 */
export async function readObsoleteMailKeys(db: Queryable, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('dedupe_key')
    .where('dedupe_key', '>=', `${kind}:`)
    .where('dedupe_key', '<', `${kind};`)
    .where('last_error', '=', obsoleteMailError)
    .orderBy('id')
    .execute();
  return rows.map(({ dedupe_key }) => dedupe_key);
}

/**
 * Deletes an obsolete email, so that a new one with the same dedupe key can be queued.
 * @returns false if another process already deleted it
 */
export async function deleteObsoleteMail(trx: Transaction, dedupeKey: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mails')
    .where('dedupe_key', '=', dedupeKey)
    .where('last_error', '=', obsoleteMailError)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Marks an email as accepted by the mail server. */
export async function markSent(db: Database, id: number, now: number): Promise<void> {
  await db.write
    .updateTable('mails')
    .set(({ eb }) => ({ sent_at: now, attempts: eb('attempts', '+', 1), last_error: '' }))
    .where('id', '=', id)
    .execute();
}

/** Records a failed attempt to send an email; the job tries again. */
export async function markFailed(db: Database, id: number, error: string): Promise<void> {
  await db.write
    .updateTable('mails')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .execute();
}
