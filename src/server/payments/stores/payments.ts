/** Stores payment attempts in the database. Every change of state is conditional on the previous state. */
import type { Selectable } from 'kysely';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { PaymentsTable } from '../../db/tables.ts';
import { lockOrder } from '../../orders/store.ts';
import { type AttemptState, openAttemptStates, type Payment } from '../attempts/payment.ts';
import { pollDelay } from '../attempts/poll-delay.ts';

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
    pollCount: row.asks,
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
  /** Set only for an express payment. Otherwise the request id consists of the order number and the attempt number (R90). */
  requestId?: string;
  details?: object;
}

/**
 * Stores a payment attempt before its provider is contacted. Locks the order, so that its attempts get consecutive numbers.
 * @returns the attempt; null if there is no such order
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

/** Finds a payment attempt by the provider's payment id; returns null if there is none. */
export function findPaymentByRef(from: Queryable, provider: string, ref: string): Promise<Payment | null> {
  return findBy(from, provider, 'provider_ref', ref);
}

export function findPaymentByRequestId(
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
  // The column is '' in all attempts without a response from the provider, so '' identifies none of them.
  if (value === '') return null;
  const row = await from
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where(column, '=', value)
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** Returns all payment attempts of an order, newest first. */
export async function readOrderPayments(from: Queryable, orderNo: string): Promise<Payment[]> {
  const rows = await from
    .selectFrom('payments')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map(toPayment);
}

export interface PaymentChange {
  state?: AttemptState;
  providerRef?: string;
  captureRef?: string;
  refundRef?: string;
  reason?: string;
}

/** Updates a payment attempt if it is in one of the states `from`. @returns false, without any change, if it is in another state */
export async function changePayment(
  db: Queryable,
  id: number,
  from: readonly AttemptState[],
  change: PaymentChange,
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
 * Claims the right to capture for this payment attempt. Locks the order, so that only one of two concurrent attempts succeeds.
 * @returns false if the attempt is in a later state, or if another attempt of the order is capturing or has been captured
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
 * Links an express payment to its order and sets the payment's amount to the order's.
 * @returns the payment; null if it belongs to another order
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

/** Clears the visitor hash in all payment attempts of these orders. */
export async function erasePaymentVisitors(db: Queryable, orderNos: readonly string[]): Promise<void> {
  if (orderNos.length === 0) return;
  await db.updateTable('payments').set({ visitor_hash: '' }).where('order_no', 'in', orderNos).execute();
}

/**
 * Stores the provider's payment id in an attempt and returns the attempt. The response to a charge, the webhook and reconciliation may do
 * so concurrently: one conditional update stores the id, whatever state the attempt is in.
 *
 * If another attempt already has the id, an earlier version of the shop recorded the same payment twice: this attempt becomes failed, and
 * the other one is returned.
 */
export async function storeProviderRef(
  db: Queryable,
  payment: Payment,
  ref: string,
  now: number,
): Promise<Payment> {
  if (payment.providerRef !== '' || ref === '') return payment;
  await db
    .updateTable('payments')
    .set({ provider_ref: ref, updated_at: now })
    .where('id', '=', payment.id)
    .where('provider_ref', '=', '')
    // The unique index would reject a duplicate; this condition avoids having to catch the error.
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
  const owner = await findPaymentByRef(db, payment.provider, ref);
  if (!owner) return payment;
  if (owner.id === payment.id) return { ...payment, providerRef: ref };
  const change = { state: 'failed', reason: `Recorded as attempt ${owner.attempt} of the order.` } as const;
  await changePayment(db, payment.id, openAttemptStates, change, now);
  return owner;
}
