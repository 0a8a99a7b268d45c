/** Lists a customer's orders, assigns earlier guest orders to the account, and anonymises orders. */
import { sql } from 'kysely';
import { emptyAddress } from '#lib/orders/address.ts';
import { orderStatus } from '#lib/orders/status.ts';
import { type OwnerFilter, ownerCondition } from '../checkout/checkouts-of-person.ts';
import { parseAddress } from '../checkout/stored-address.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Order } from './order.ts';
import { toOrder } from './store.ts';

/**
 * Assigns the guest orders placed with this email address to the customer (R133).
 * @param email verified email address of the account
 */
export async function assignGuestOrders(trx: Transaction, customerId: number, email: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ customer_id: customerId })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('customer_id', 'is', null)
    // Unpaid orders are not assigned: a logged-out browser that is paying one would lose access to it.
    .where('status_key', 'not in', [orderStatus.pending, orderStatus.failed])
    .execute();
}

/** Turns the customer's orders and checkouts back into guest orders and checkouts. */
export async function convertToGuestOrders(trx: Transaction, customerId: number): Promise<void> {
  for (const table of ['orders', 'checkouts'] as const)
    await trx.updateTable(table).set({ customer_id: null }).where('customer_id', '=', customerId).execute();
}

/** Returns all orders placed by the owner, newest first, without drafts. */
export async function readOwnerOrders(db: Queryable, owner: OwnerFilter): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where(ownerCondition(owner))
    .where('is_begun', '=', 0)
    .orderBy('order_time', 'desc')
    .orderBy('order_no')
    .execute();
  return rows.map(toOrder);
}

export async function readCustomerOrders(
  db: Queryable,
  customerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; orders: Order[] }> {
  const customerOrders = db
    .selectFrom('orders')
    .where('customer_id', '=', customerId)
    .where('is_begun', '=', 0);
  const [count, rows] = await Promise.all([
    customerOrders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    customerOrders
      .selectAll()
      .orderBy('order_time', 'desc')
      .orderBy('order_no')
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { total: Number(count.total), orders: rows.map(toOrder) };
}

/** Counts the customer's orders that are paid but not completely shipped. */
export async function countOrdersInProgress(db: Queryable, customerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('status_key', 'in', [orderStatus.paid, orderStatus.processing])
    .executeTakeFirstOrThrow();
  return Number(count);
}

const unsent: readonly number[] = [
  ...[orderStatus.pending, orderStatus.failed, orderStatus.paid, orderStatus.processing],
];
const erasedHold = 'The customer had the address erased, so the order cannot be shipped.';

/**
 * Erases personal data from the owner's orders. Line items, amounts and the country are kept, as accounting law requires.
 * @returns the order numbers
 */
export async function anonymiseOrders(trx: Transaction, owner: OwnerFilter, now: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('orders')
    .select(['order_no', 'address', 'status_key', 'hold_reason'])
    .where(ownerCondition(owner))
    .orderBy('order_no')
    .execute();
  for (const { order_no, address, status_key, hold_reason } of rows) {
    const { country, country_code } = parseAddress(address);
    // Unpaid orders are put on hold too: erasing the data does not cancel a payment in progress, so they may still be paid.
    const isUnsent = unsent.includes(status_key);
    await trx
      .updateTable('orders')
      .set({
        ...{ customer_id: null, email: '', phone: '', note: '', extra_params: '{}' },
        ...{ visitor_hash: '', client_hash: '', updated_at: now },
        address: JSON.stringify({ ...emptyAddress, country, country_code }),
        ...{ billing: '', name_key: '', last_name_key: '' },
        hold_reason: isUnsent && hold_reason === '' ? erasedHold : hold_reason,
      })
      .where('order_no', '=', order_no)
      .execute();
    await trx
      .updateTable('returns')
      .set({ words: '', answer: '' })
      .where('order_no', '=', order_no)
      .execute();
    await trx.updateTable('refunds').set({ reason: '' }).where('order_no', '=', order_no).execute();
  }
  return rows.map(({ order_no }) => order_no);
}
