/** Database queries of members of staff. */
import type { Selectable } from 'kysely';
import { normaliseEmail } from '#lib/normalise-email.ts';
import type { Role } from '#lib/staff/roles.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { StaffTable } from '../db/tables.ts';

export type Staff = Selectable<StaffTable>;

export function staffEmailKey(email: string): string {
  return normaliseEmail(email).toLowerCase();
}

/** Returns the enabled member with an email address; null if there is none. */
export async function findActiveStaff(db: Queryable, email: string): Promise<Staff | null> {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('email_key', '=', staffEmailKey(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function readStaff(db: Queryable, id: number): Promise<Staff | null> {
  return (await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns all members, the disabled ones too. */
export async function readAllStaff(db: Queryable): Promise<Staff[]> {
  return db.selectFrom('staff').selectAll().orderBy('id').execute();
}

/** Returns whether the shop has an owner who may log in. */
export async function hasOwner(db: Queryable, except = 0): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', except)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewStaff {
  email: string;
  name: string;
  role: Role;
  passwordHash: string;
}

/**
 * Creates a member, or gives an existing one a new name, role and password. An existing member is enabled, and loses the second factor:
 * a person who needs a link may have lost the phone too.
 * @returns the member's id
 */
export async function saveStaff(db: Queryable, member: NewStaff, now: number): Promise<number> {
  const values = {
    name: member.name,
    role: member.role,
    password_hash: member.passwordHash,
    totp_secret: '',
    pending_totp_secret: '',
    totp_step: 0,
    disabled_at: null,
  };
  const email = { email: member.email, email_key: staffEmailKey(member.email) };
  const { id } = await db
    .insertInto('staff')
    .values({ ...email, ...values, created_at: now })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('staff_recovery_codes').where('staff_id', '=', id).execute();
  return id;
}

export async function updateStaff(
  db: Queryable,
  id: number,
  values: Partial<Omit<Staff, 'id'>>,
): Promise<void> {
  await db.updateTable('staff').set(values).where('id', '=', id).execute();
}

/** Disables a member, revokes the API tokens that the member created, and deletes invitations as `deleteInvitesOf` does. */
export async function disableStaff(trx: Transaction, member: Staff, now: number): Promise<void> {
  await updateStaff(trx, member.id, { disabled_at: now });
  await revokeTokensOf(trx, member.id, now);
  await deleteInvitesOf(trx, member);
}

/**
 * Deletes the invitations that could undo a member's new role or end: those to the member, and for an owner all, because an owner may have
 * invited a second address.
 */
export async function deleteInvitesOf(trx: Transaction, { role, email_key }: Staff): Promise<void> {
  await trx
    .deleteFrom('staff_invites')
    .$if(role !== 'owner', (invites) => invites.where('email_key', '=', email_key))
    .execute();
}

/** Revokes the API tokens that a member created. */
export async function revokeTokensOf(trx: Transaction, id: number, now: number): Promise<void> {
  await trx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('created_by', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Locks a member's row until the transaction ends.
 * @returns whether password, second factor and state are still those that were read
 */
export async function lockUnchanged(trx: Transaction, read: Staff): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff')
    .set({ password_hash: read.password_hash })
    .where('id', '=', read.id)
    .where('password_hash', '=', read.password_hash)
    .where('totp_secret', '=', read.totp_secret)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Makes concurrent changes of owners wait for each other, so that two owners cannot demote each other. */
export async function lockOwners(trx: Transaction): Promise<void> {
  await trx.updateTable('staff').set({ role: 'owner' }).where('role', '=', 'owner').execute();
}
