/** Stores logins of staff. The browser has a random token; the database stores only its hash. */
import { randomBytes } from 'node:crypto';
import type { CallerStaff } from '../core/caller.ts';
import type { Queryable } from '../db/database.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A login ends after this time without a request, ms (docs/decisions/28-staff-and-admin.md). */
const IDLE_SESSION_MS = 12 * hour;
/** Maximum lifetime of a login, ms. */
export const MAX_SESSION_MS = 7 * 24 * hour;
/** Time between two writes of the last use, so that reads do not write on every request. */
const renewalMs = 5 * minute;

/** Opens a login. @returns the token, which is not stored */
export async function openStaffSession(
  db: Queryable,
  staffId: number,
  device: string,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const times = { created_at: now, used_at: now, expires_at: now + IDLE_SESSION_MS };
  await db
    .insertInto('staff_sessions')
    .values({ token_hash: hashToken(token), staff_id: staffId, device, ...times })
    .execute();
  return token;
}

/** Returns the member of an active login, and extends the login; null for an ended or unknown one. */
export async function readStaffSession(
  db: { read: Queryable; write: Queryable },
  token: string,
  now: number,
): Promise<CallerStaff | null> {
  const session = hashToken(token);
  const row = await db.read
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .select(['staff.id', 'staff.email', 'staff.name', 'staff.role'])
    .select(['staff_sessions.created_at', 'staff_sessions.used_at'])
    .where('staff_sessions.token_hash', '=', session)
    .where('staff_sessions.expires_at', '>', now)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { created_at, used_at, ...staff } = row;
  if (used_at <= now - renewalMs) {
    await db.write
      .updateTable('staff_sessions')
      .set({ used_at: now, expires_at: Math.min(now + IDLE_SESSION_MS, created_at + MAX_SESSION_MS) })
      .where('token_hash', '=', session)
      .execute();
  }
  return { ...staff, session };
}

export async function endStaffSession(db: Queryable, session: TokenHash): Promise<void> {
  await db.deleteFrom('staff_sessions').where('token_hash', '=', session).execute();
}

/** Ends all logins of a member. @param except the login to keep */
export async function endStaffSessions(db: Queryable, staffId: number, except?: TokenHash): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', staffId)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except!))
    .execute();
}

/** Returns the active logins of a member, most recently used first. */
export async function readStaffSessions(db: Queryable, staffId: number, now: number) {
  return db
    .selectFrom('staff_sessions')
    .select(['token_hash as session', 'device', 'created_at', 'used_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

export async function deleteEndedStaffSessions(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('staff_sessions').where('expires_at', '<=', now).execute();
}
