/** Stores customers' address books. The checkout is prefilled with the default address. */
import type { SavedAddress } from '#lib/contract/customers.ts';
import type { Address } from '#lib/orders/address.ts';
import { parseAddress } from '../checkout/stored-address.ts';
import type { Queryable, Transaction } from '../db/database.ts';

/** Maximum number of addresses per customer. */
export const maxAddresses = 20;

/** Returns a customer's addresses: the default address first, then the newest. */
export async function readAddresses(db: Queryable, customerId: number): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('customer_addresses')
    .select(['id', 'is_default', 'address'])
    .where('customer_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, is_default, address }) => ({
    id,
    is_default: is_default === 1,
    address: parseAddress(address),
  }));
}

/** Adds an address. @returns false if the address book is full */
export async function addAddress(
  trx: Transaction,
  customerId: number,
  { address, isDefault }: { address: Address; isDefault: boolean },
  now: number,
): Promise<boolean> {
  await lockBook(trx, customerId, now);
  const existing = await readAddresses(trx, customerId);
  if (existing.length >= maxAddresses) return false;
  const { id } = await trx
    .insertInto('customer_addresses')
    .values({
      customer_id: customerId,
      is_default: existing.length === 0 ? 1 : 0,
      address: JSON.stringify(address),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isDefault) await makeDefault(trx, customerId, id);
  return true;
}

/** Changes an address. @returns false if the customer has no such address */
export async function changeAddress(
  trx: Transaction,
  customerId: number,
  { id, address, isDefault }: { id: number; address: Address; isDefault: boolean },
  now: number,
): Promise<boolean> {
  await lockBook(trx, customerId, now);
  const { numUpdatedRows } = await trx
    .updateTable('customer_addresses')
    .set({ address: JSON.stringify(address), updated_at: now })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && isDefault) await makeDefault(trx, customerId, id);
  return numUpdatedRows > 0n;
}

/** Removes an address. If it was the default, the newest one becomes the default. @returns false if there is no such address */
export async function removeAddress(
  trx: Transaction,
  customerId: number,
  id: number,
  now: number,
): Promise<boolean> {
  await lockBook(trx, customerId, now);
  const { numDeletedRows } = await trx
    .deleteFrom('customer_addresses')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const [first] = await readAddresses(trx, customerId);
  if (first && !first.is_default) await makeDefault(trx, customerId, first.id);
  return numDeletedRows > 0n;
}

export async function deleteAddresses(trx: Transaction, customerId: number): Promise<void> {
  await trx.deleteFrom('customer_addresses').where('customer_id', '=', customerId).execute();
}

/** Locks an address book until the transaction ends, so that concurrent changes run one after the other. */
async function lockBook(trx: Transaction, customerId: number, now: number): Promise<void> {
  await trx.updateTable('customers').set({ updated_at: now }).where('id', '=', customerId).execute();
}

async function makeDefault(trx: Transaction, customerId: number, id: number): Promise<void> {
  await trx
    .updateTable('customer_addresses')
    .set((eb) => ({
      is_default: eb
        .case()
        .when('id', '=', id)
        .then(1 as const)
        .else(0 as const)
        .end(),
    }))
    .where('customer_id', '=', customerId)
    .execute();
}
