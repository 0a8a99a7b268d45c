/** Stores logins. The customer's device has a random token; the database stores only the hash of the token. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CallerCustomer } from '../core/caller.ts';
import type { Queryable } from '../db/database.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';

const day = 24 * 60 * 60_000;
/** Lifetime of an unused login, ms (docs/decisions/27-lifetimes-and-keys.md). */
export const SESSION_LIFETIME_MS = 30 * day;
/** Maximum lifetime of a login, however often it is used, ms. */
const maxLifeMs = 365 * day;

/**
 * Opens a login for a customer.
 * @param device device name as returned by `deviceName`
 * @returns the token, which is not stored
 */
export async function openSession(
  db: Queryable,
  customerId: number,
  device: string,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('customer_sessions')
    .values({
      token_hash: hashToken(token),
      customer_id: customerId,
      device,
      created_at: now,
      used_at: now,
      expires_at: now + SESSION_LIFETIME_MS,
    })
    .execute();
  return token;
}

/**
 * Returns the customer of a login token, and whether the login is due for renewal (`renewSession`); null for an expired or
 * unknown token.
 */
export async function readSession(
  db: Queryable,
  token: string,
  now: number,
): Promise<{ customer: CallerCustomer; isDue: boolean } | null> {
  const row = await db
    .selectFrom('customer_sessions')
    .innerJoin('customers', 'customers.id', 'customer_sessions.customer_id')
    .select(['customers.id', 'customers.email'])
    .select(['customer_sessions.token_hash as session', 'customer_sessions.used_at'])
    .where('customer_sessions.token_hash', '=', hashToken(token))
    .where('customer_sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { used_at, ...customer } = row;
  return { customer, isDue: used_at < now - day };
}

/**
 * Extends the lifetime of a login, to at most a year after the login was opened; writes at most once a day.
 * @returns whether the lifetime was extended
 */
export async function renewSession(db: Queryable, session: TokenHash, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('customer_sessions')
    .set({
      used_at: now,
      expires_at: sql<number>`case when created_at < ${now + SESSION_LIFETIME_MS - maxLifeMs}
        then created_at + ${maxLifeMs} else ${now + SESSION_LIFETIME_MS} end`,
    })
    .where('token_hash', '=', session)
    .where('used_at', '<', now - day)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function endSession(db: Queryable, session: TokenHash): Promise<void> {
  await db.deleteFrom('customer_sessions').where('token_hash', '=', session).execute();
}

export async function endOtherSessions(db: Queryable, customerId: number, session: TokenHash): Promise<void> {
  await db
    .deleteFrom('customer_sessions')
    .where('customer_id', '=', customerId)
    .where('token_hash', '<>', session)
    .execute();
}

export async function endSessions(db: Queryable, customerId: number): Promise<void> {
  await db.deleteFrom('customer_sessions').where('customer_id', '=', customerId).execute();
}

export async function deleteEndedSessions(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('customer_sessions').where('expires_at', '<=', now).execute();
}

/** A login as displayed to the customer; times in ms UTC. */
export interface Login {
  session: TokenHash;
  device: string;
  createdAt: number;
  usedAt: number;
}

/** Returns the customer's active logins, most recently used first. */
export async function readLogins(db: Queryable, customerId: number, now: number): Promise<Login[]> {
  return db
    .selectFrom('customer_sessions')
    .select(['token_hash as session', 'device', 'created_at as createdAt', 'used_at as usedAt'])
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}
