/** Full and partial refunds made by the merchant. Each request id is processed once (R136). */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { RefundsTable } from '../db/tables.ts';

export interface Refund {
  requestId: string;
  orderNo: string;
  paymentId: number;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  lines: ReturnedLine[];
  /** True if the units in `lines` are put back into stock. */
  restock: boolean;
  reason: string;
  /** `new` until the provider has responded; `refused` if it rejected the refund. */
  state: 'new' | 'sent' | 'refused';
  /** Id of the return that the refund belongs to; null if there is none. */
  returnId: number | null;
  createdAt: number;
  /** When the provider responded; before that, when the refund was requested. */
  updatedAt: number;
}

const storedLines = z.array(z.object({ position: z.number(), quantity: z.number() })).catch([]);

function toRefund(row: Selectable<RefundsTable>): Refund {
  return {
    requestId: row.request_id,
    orderNo: row.order_no,
    paymentId: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    lines: storedLines.parse(JSON.parse(row.lines || '[]')),
    restock: row.restock === 1,
    reason: row.reason,
    state: row.state,
    returnId: row.return_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns the order's refunds, oldest first. */
export async function readRefunds(db: Queryable, orderNo: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('created_at')
    .orderBy('request_id')
    .execute();
  return rows.map(toRefund);
}

export async function readRefund(db: Queryable, requestId: string): Promise<Refund | null> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return row ? toRefund(row) : null;
}

export async function insertRefund(trx: Transaction, refund: Refund): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      request_id: refund.requestId,
      order_no: refund.orderNo,
      payment_id: refund.paymentId,
      amount: refund.amount,
      currency: refund.currency,
      lines: JSON.stringify(refund.lines),
      restock: refund.restock ? 1 : 0,
      reason: refund.reason,
      state: refund.state,
      refund_ref: '',
      return_id: refund.returnId,
      created_at: refund.createdAt,
      updated_at: refund.createdAt,
    })
    .execute();
}

/** Marks a refund as sent. @returns false if the refund was no longer pending */
export async function markRefundSent(
  trx: Transaction,
  requestId: string,
  ref: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ state: 'sent', refund_ref: ref, updated_at: now })
    .where('request_id', '=', requestId)
    .where('state', '=', 'new')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function markRefundRefused(db: Queryable, requestId: string, now: number): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'refused', updated_at: now })
    .where('request_id', '=', requestId)
    .where('state', '=', 'new')
    .execute();
}
