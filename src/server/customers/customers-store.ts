/** Stores customer accounts: one per normalised email address. */
import type { Selectable } from 'kysely';
import { normaliseEmail } from '#lib/normalise-email.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { CustomersTable } from '../db/tables.ts';

export interface Customer {
  id: number;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  lang: string;
  /** Time at which the customer verified the email address, ms UTC; null until then. */
  verifiedAt: number | null;
  createdAt: number;
}

export type NewCustomer = Omit<Customer, 'id' | 'createdAt' | 'verifiedAt'>;

/** Returns the normalised form of an email address, for comparing accounts, orders and subscribers. */
export function emailKey(email: string): string {
  return normaliseEmail(email).toLowerCase();
}

function toCustomer(row: Selectable<CustomersTable>): Customer {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    firstName: row.first_name,
    lastName: row.last_name,
    lang: row.lang,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
  };
}

export async function findCustomer(db: Queryable, email: string): Promise<Customer | null> {
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return row ? toCustomer(row) : null;
}

export async function readCustomer(db: Queryable, id: number): Promise<Customer | null> {
  const row = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toCustomer(row) : null;
}

/** Stores a new account. @returns the account's id; null if the email address already has an account */
export async function insertCustomer(
  trx: Transaction,
  { email, passwordHash, firstName, lastName, lang }: NewCustomer,
  now: number,
): Promise<number | null> {
  const row = await trx
    .insertInto('customers')
    .values({
      email,
      email_key: emailKey(email),
      password_hash: passwordHash,
      first_name: firstName,
      last_name: lastName,
      lang,
      verified_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateCustomer(
  trx: Transaction,
  id: number,
  change: { passwordHash?: string; firstName?: string; lastName?: string; verifiedAt?: number },
  now: number,
): Promise<void> {
  await trx
    .updateTable('customers')
    .set({
      updated_at: now,
      ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
      ...(change.firstName !== undefined && { first_name: change.firstName }),
      ...(change.lastName !== undefined && { last_name: change.lastName }),
      ...(change.verifiedAt !== undefined && { verified_at: change.verifiedAt }),
    })
    .where('id', '=', id)
    .execute();
}

/** Replaces the password hash if it has not changed since it was read. @returns whether the hash was replaced */
export async function replacePassword(
  trx: Transaction,
  read: Pick<Customer, 'id' | 'passwordHash'>,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('customers')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', read.id)
    .where('password_hash', '=', read.passwordHash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Changes the account's email address to a verified one. @returns false if another account has the address */
export async function changeCustomerEmail(
  trx: Transaction,
  id: number,
  email: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('customers')
    .set({ email, email_key: emailKey(email), verified_at: now, updated_at: now })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customers as other')
            .select('other.id')
            .where('other.email_key', '=', emailKey(email))
            .where('other.id', '<>', id),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
