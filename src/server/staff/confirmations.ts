/** Confirmations of sensitive acts with the password or a code. */
import { randomBytes } from 'node:crypto';
import * as codes from '#lib/contract/codes.ts';
import type { ConfirmedAct } from '#lib/contract/endpoint.ts';
import type { Caller } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Queryable } from '../db/database.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';

const lifetimeMs = 2 * 60_000;

/** Stores a confirmation. @returns its token and when it expires */
export async function createConfirmation(
  db: Queryable,
  { session, endpoint, subject, amount }: ConfirmedAct & { session: TokenHash; endpoint: string },
  now: number,
): Promise<{ confirmation: string; expires_at: number }> {
  const confirmation = randomBytes(32).toString('base64url');
  const expires_at = now + lifetimeMs;
  await db
    .insertInto('staff_confirmations')
    .values({
      ...{ token_hash: hashToken(confirmation), session, endpoint, subject, expires_at },
      amount: amount ?? null,
    })
    .execute();
  return { confirmation, expires_at };
}

/**
 * Uses the confirmation of a request. API tokens need none: they have no password, and creating one was confirmed.
 * @throws Failure 10411 if the request has no confirmation of exactly this act
 */
export async function consumeConfirmation(
  db: Queryable,
  { staff, header }: Caller,
  endpoint: string,
  { subject, amount }: ConfirmedAct,
  now: number,
): Promise<void> {
  if (!staff) return;
  const { numDeletedRows } = await db
    .deleteFrom('staff_confirmations')
    .where('token_hash', '=', hashToken(header('x-confirmation') ?? ''))
    .where('session', '=', staff.session)
    .where('endpoint', '=', endpoint)
    .where('subject', '=', subject)
    .where((where) => (amount === undefined ? where('amount', 'is', null) : where('amount', '=', amount)))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 1n) return;
  const sum = amount === undefined ? '' : ` and amount ${amount}`;
  throw new Failure(
    codes.confirmationRequired,
    `Confirm this act with your password or a code: POST /api/v1/admin/confirmations with endpoint "${endpoint}", subject "${subject}"${sum}. Then repeat the request with the header x-confirmation.`,
  );
}

export async function deleteExpiredConfirmations(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('staff_confirmations').where('expires_at', '<=', now).execute();
}
