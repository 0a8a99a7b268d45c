/** Payment attempts in the database. Every change of state is conditional on the state it leaves. */
import type { Selectable } from 'kysely';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { PaymentsTable } from '../../db/tables.ts';
import { lockOrder } from '../../orders/store.ts';
import { type AttemptState, liveStates, type Payment } from '../attempts/payment.ts';
import { pollDelay } from '../attempts/poll-delay.ts';

/** A row as the rest of the house knows it. */
export function toPayment(row: Selectable<PaymentsTable>): Payment {
  return {
    id: row.id,
    orderNo: row.order_no,
    attempt: row.attempt,
    provider: row.provider,
    method: row.method,
    accountId: row.account_id,
    providerRef: row.provider_ref,
    captureRef: row.capture_ref,
    state: row.state,
    amount: row.amount,
    currency: row.currency,
    requestId: row.request_id,
    visitorHash: row.visitor_hash,
    reason: row.reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    asks: row.asks,
  };
}

export interface NewPayment {
  orderNo: string;
  provider: string;
  method: string;
  accountId: string;
  amount: number;
  currency: string;
  visitorHash: string;
  /** Only for an express payment; an order's attempt is named order_no + attempt (R90). */
  requestId?: string;
  details?: object;
}

/**
 * Writes an attempt down before its provider is asked. The order is locked, so attempts number themselves.
 * @returns null when there is no such order
 */
export async function insertPayment(
  trx: Transaction,
  made: NewPayment,
  now: number,
): Promise<Payment | null> {
  let attempt = 1;
  if (made.orderNo !== '') {
    if (!(await lockOrder(trx, made.orderNo, now))) return null;
    attempt = await nextAttempt(trx, made.orderNo);
  }
  const row = await trx
    .insertInto('payments')
    .values({
      order_no: made.orderNo,
      attempt,
      provider: made.provider,
      method: made.method,
      account_id: made.accountId,
      provider_ref: '',
      capture_ref: '',
      refund_ref: '',
      state: 'new',
      amount: made.amount,
      currency: made.currency,
      request_id: made.requestId ?? `${made.orderNo}-${attempt}`,
      visitor_hash: made.visitorHash,
      details: JSON.stringify(made.details ?? {}),
      reason: '',
      created_at: now,
      updated_at: now,
      ask_at: now + pollDelay('new', 0, Math.random()),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPayment(row);
}

async function nextAttempt(trx: Transaction, orderNo: string): Promise<number> {
  const { last } = await trx
    .selectFrom('payments')
    .select((select) => select.fn.max<number | null>('attempt').as('last'))
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

export async function readPayment(from: Queryable, id: number): Promise<Payment | null> {
  const row = await from.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** The attempt with the provider's own id. */
export function findByRef(from: Queryable, provider: string, ref: string): Promise<Payment | null> {
  return findBy(from, provider, 'provider_ref', ref);
}

/** The attempt with the id it was sent to the provider with. */
export function findByRequestId(
  from: Queryable,
  provider: string,
  requestId: string,
): Promise<Payment | null> {
  return findBy(from, provider, 'request_id', requestId);
}

async function findBy(
  from: Queryable,
  provider: string,
  column: 'provider_ref' | 'request_id',
  value: string,
): Promise<Payment | null> {
  // Attempts that no provider has answered yet have none: they are not each other.
  if (value === '') return null;
  const row = await from
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where(column, '=', value)
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** All attempts of an order, newest first. */
export async function paymentsOfOrder(from: Queryable, orderNo: string): Promise<Payment[]> {
  const rows = await from
    .selectFrom('payments')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map(toPayment);
}

export interface Change {
  state?: AttemptState;
  providerRef?: string;
  captureRef?: string;
  refundRef?: string;
  reason?: string;
}

/** Changes an attempt that is in one of the states `from`. @returns false when it is not, and nothing was changed */
export async function changePayment(
  db: Queryable,
  id: number,
  from: readonly AttemptState[],
  change: Change,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      ...(change.state === undefined
        ? {}
        : { state: change.state, asks: 0, ask_at: now + pollDelay(change.state, 0, Math.random()) }),
      ...(change.providerRef === undefined ? {} : { provider_ref: change.providerRef }),
      ...(change.captureRef === undefined ? {} : { capture_ref: change.captureRef }),
      ...(change.refundRef === undefined ? {} : { refund_ref: change.refundRef }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Makes an attempt the one that may take the order's money. The order is locked, so of two attempts at once one wins.
 * @returns false when the attempt is past it, or another of the order is taking money or has taken it
 */
export async function claimCapture(trx: Transaction, payment: Payment, now: number): Promise<boolean> {
  if (!(await lockOrder(trx, payment.orderNo, now))) return false;
  const other = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_no', '=', payment.orderNo)
    .where('id', '!=', payment.id)
    .where('state', 'in', ['capturing', 'captured'])
    .executeTakeFirst();
  if (other) return false;
  return changePayment(
    trx,
    payment.id,
    ['new', 'created', 'approved', 'authorized'],
    { state: 'capturing' },
    now,
  );
}

/**
 * Gives an express payment its order and that order's amount.
 * @returns the payment, or null when it belongs to another order
 */
export async function linkToOrder(
  trx: Transaction,
  payment: Payment,
  order: { orderNo: string; amount: number; currency: string },
  now: number,
): Promise<Payment | null> {
  await lockOrder(trx, order.orderNo, now);
  const current = await readPayment(trx, payment.id);
  if (!current || (current.orderNo !== '' && current.orderNo !== order.orderNo)) return null;
  if (current.orderNo === order.orderNo) return current;
  const attempt = await nextAttempt(trx, order.orderNo);
  await trx
    .updateTable('payments')
    .set({
      order_no: order.orderNo,
      attempt,
      amount: order.amount,
      currency: order.currency,
      updated_at: now,
    })
    .where('id', '=', payment.id)
    .where('order_no', '=', '')
    .execute();
  return readPayment(trx, payment.id);
}

/** Takes the visitor out of the attempts to pay these orders. */
export async function forgetPayers(db: Queryable, orderNos: readonly string[]): Promise<void> {
  if (orderNos.length === 0) return;
  await db.updateTable('payments').set({ visitor_hash: '' }).where('order_no', 'in', orderNos).execute();
}

/**
 * The attempt that a provider's payment belongs to, with its reference stored. The answer to a charge, its webhook and
 * reconciliation may all bring it at the same time: one conditional update writes it, in whatever state the attempt is.
 *
 * An attempt whose reference another one has is the same payment, written down twice by an earlier version of the shop:
 * it ends here, and the other one is returned.
 */
export async function attemptOf(db: Queryable, payment: Payment, ref: string, now: number): Promise<Payment> {
  if (payment.providerRef !== '' || ref === '') return payment;
  await db
    .updateTable('payments')
    .set({ provider_ref: ref, updated_at: now })
    .where('id', '=', payment.id)
    .where('provider_ref', '=', '')
    // The index would refuse a second one; this way nothing has to be caught.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as other')
            .select('other.id')
            .where('other.provider', '=', payment.provider)
            .where('other.provider_ref', '=', ref),
        ),
      ),
    )
    .execute();
  const owner = await findByRef(db, payment.provider, ref);
  if (!owner) return payment;
  if (owner.id === payment.id) return { ...payment, providerRef: ref };
  const change = { state: 'failed', reason: `Recorded as attempt ${owner.attempt} of the order.` } as const;
  await changePayment(db, payment.id, liveStates, change, now);
  return owner;
}
