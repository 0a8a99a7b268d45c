/**
 * Emailed codes that reset a password or verify an address (R78): random, short-lived and single-use. A code is derived from the
 * server key when its email is sent, so neither the database nor a copy of the outbox gives access to an account.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { CustomerCodesTable } from '../db/tables.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { serverKey } from '../settings/server-key.ts';

export type CodePurpose = CustomerCodesTable['purpose'];

/** Placeholder for the code in an email until the email is sent. */
export const customerCodePlaceholder = '~customer-code~';

const hour = 60 * 60_000;
/** Lifetime of a code, ms (R78). */
export const codeLifetimesMs: Record<CodePurpose, number> = { reset: hour, verify: 72 * hour, email: hour };

const idLength = 22;

export interface MailedCode {
  customerId: number;
  purpose: CodePurpose;
  email: string;
}

/** Returns a random link id for a code. The `dedupeKey` of the email that contains the code ends with the link id. */
export function newLinkId(): string {
  return randomBytes(16).toString('base64url');
}

/** Stores the code for an email that is about to be queued; does nothing if the code is already stored. */
export async function insertCode(
  trx: Transaction,
  linkId: string,
  { customerId, purpose, email }: MailedCode,
  now: number,
): Promise<void> {
  await trx
    .insertInto('customer_codes')
    .values({
      link_id: linkId,
      customer_id: customerId,
      purpose,
      email,
      expires_at: now + codeLifetimesMs[purpose],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the link id of a code if this server derived the code, else null. Do not call this function in a transaction. */
export async function linkIdFromCode(
  services: Pick<Services, 'db' | 'now'>,
  code: string,
): Promise<string | null> {
  const linkId = code.slice(0, idLength);
  return isSameSecret(code, await codeOf(services, linkId)) ? linkId : null;
}

/**
 * Redeems a code, so that it cannot be used again. With `customerId`, redeems only a code of that account.
 * @returns the code; null if it was used, has expired or has another purpose
 */
export async function redeemCode(
  trx: Transaction,
  linkId: string,
  purposes: readonly CodePurpose[],
  now: number,
  customerId?: number,
): Promise<MailedCode | null> {
  let code = trx
    .deleteFrom('customer_codes')
    .where('link_id', '=', linkId)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now);
  if (customerId !== undefined) code = code.where('customer_id', '=', customerId);
  const row = await code.returning(['customer_id', 'purpose', 'email']).executeTakeFirst();
  return row ? { customerId: row.customer_id, purpose: row.purpose, email: row.email } : null;
}

/** Returns whether a code can still be used. @param mail the email that contains the code */
export async function isCodeUsable(
  db: Queryable,
  mail: Pick<Mail, 'dedupeKey'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('customer_codes')
    .select('link_id')
    .where('link_id', '=', linkIdOfMail(mail))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

function linkIdOfMail({ dedupeKey }: Pick<Mail, 'dedupeKey'>): string {
  return dedupeKey.slice(dedupeKey.lastIndexOf(':') + 1);
}

export async function deleteCustomerCodes(trx: Transaction, customerId: number): Promise<void> {
  await trx.deleteFrom('customer_codes').where('customer_id', '=', customerId).execute();
}

/** Revokes all codes that were emailed to an address, including codes with which other accounts would change to this address. */
export async function revokeCodesForEmail(trx: Transaction, email: string): Promise<void> {
  await trx.deleteFrom('customer_codes').where(sql<string>`lower(email)`, '=', email.toLowerCase()).execute();
}

export async function deleteExpiredCodes(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('customer_codes').where('expires_at', '<=', now).execute();
}

export const customerMailTokenResolvers: MailTokenResolvers = {
  [customerCodePlaceholder]: (services, mail) => codeOf(services, linkIdOfMail(mail)),
};

async function codeOf({ db, now }: Pick<Services, 'db' | 'now'>, linkId: string): Promise<string> {
  const key = await serverKey(db, 'customer-code', now());
  return linkId + createHmac('sha256', key).update(linkId).digest('base64url');
}
