/** Erases and exports the personal data in a person's checkouts. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { parseAddress } from './stored-address.ts';

/** Selects the checkouts or orders of an account, of a guest by email address, or of both. */
export interface OwnerFilter {
  /** Id of the customer account; null for a guest. */
  customerId: number | null;
  /** Email address, '' for none; it only matches rows of guests. */
  email: string;
}

/** Erases a person's data from checkouts: deletes open checkouts and clears the personal data of ordered ones. */
export async function eraseOwnerFromCheckouts(trx: Transaction, owner: OwnerFilter): Promise<void> {
  const checkoutHashes = checkoutsOf(trx, owner).select('token_hash');
  await trx
    .deleteFrom('checkouts')
    .where('token_hash', 'in', checkoutHashes)
    .where('state', '=', 'open')
    .execute();
  const nobody = {
    customer_id: null,
    visitor_hash: '',
    email: '',
    phone: '',
    billing: '' as const,
    note: '',
    tax_id: '',
    distinct_id: '',
  };
  await trx
    .updateTable('checkouts')
    .set({ ...nobody, address: JSON.stringify(emptyAddress) })
    .where('token_hash', 'in', checkoutHashes)
    .execute();
}

/** Returns the personal data in a person's open checkouts, oldest first. */
export async function readOpenCheckoutPersonalData(
  db: Queryable,
  owner: OwnerFilter,
): Promise<{ email: string; phone: string; address: Address; note: string; createdAt: number }[]> {
  const rows = await checkoutsOf(db, owner)
    .select(['email', 'phone', 'address', 'note', 'created_at'])
    .where('state', '=', 'open')
    .orderBy('created_at')
    .execute();
  return rows.map(({ email, phone, address, note, created_at }) => ({
    ...{ email, phone, note, createdAt: created_at },
    address: parseAddress(address),
  }));
}

function checkoutsOf(db: Queryable, owner: OwnerFilter) {
  return db.selectFrom('checkouts').where(ownerCondition(owner));
}

/** Returns the SQL condition that a checkout or order belongs to the owner; both tables have the columns that the condition uses. */
export function ownerCondition({ customerId, email }: OwnerFilter): RawBuilder<SqlBool> {
  const account = sql<SqlBool>`customer_id = ${customerId}`;
  const guest = sql<SqlBool>`lower(email) = ${email.toLowerCase()} and customer_id is null`;
  if (email === '') return account;
  return customerId === null ? guest : sql<SqlBool>`(${account} or (${guest}))`;
}
