import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type ReturnReason, type ReturnState, returnReasons } from '#lib/contract/return-reasons.ts';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { ReturnsTable } from '../db/tables.ts';

export interface OrderReturn {
  id: number;
  orderNo: string;
  /** Idempotency key chosen by the page. */
  requestId: string;
  lines: ReturnedLine[];
  reason: ReturnReason;
  /** Message from the shopper; `answer` is the shop's reply. */
  message: string;
  answer: string;
  state: ReturnState;
  /** A refund for it was sent or is in progress. */
  isRefunded: boolean;
  createdAt: number;
  answeredAt: number | null;
  arrivedAt: number | null;
}

export type ReturnStatus = ReturnState | 'refunded';

const storedLines = z.array(z.object({ position: z.number(), quantity: z.number() })).catch([]);
const storedReason = z.enum(returnReasons).catch('other');

function toReturn(row: Selectable<ReturnsTable> & { refunds: number | null }): OrderReturn {
  return {
    id: row.id,
    orderNo: row.order_no,
    requestId: row.request_id,
    lines: storedLines.parse(JSON.parse(row.lines || '[]')),
    reason: storedReason.parse(row.reason),
    message: row.words,
    answer: row.answer,
    state: row.state,
    isRefunded: (row.refunds ?? 0) > 0,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    arrivedAt: row.arrived_at,
  };
}

/** Selects returns with the number of their refunds, without refunds that the provider rejected. */
function selectReturns(db: Queryable) {
  return db
    .selectFrom('returns')
    .selectAll('returns')
    .select(({ selectFrom }) =>
      selectFrom('refunds')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('refunds.order_no', '=', 'returns.order_no')
        .whereRef('refunds.return_id', '=', 'returns.id')
        .where('refunds.state', '<>', 'refused')
        .as('refunds'),
    );
}

/** Returns the order's return requests, oldest first. */
export async function readReturns(db: Queryable, orderNo: string): Promise<OrderReturn[]> {
  const rows = await selectReturns(db).where('order_no', '=', orderNo).orderBy('id').execute();
  return rows.map(toReturn);
}

export async function readReturn(db: Queryable, id: number): Promise<OrderReturn | null> {
  const row = await selectReturns(db).where('id', '=', id).executeTakeFirst();
  return row ? toReturn(row) : null;
}

/** Returns the status shown in lists: a return is final once a refund was sent or started for it. */
export function returnStatus({ state, isRefunded }: Pick<OrderReturn, 'state' | 'isRefunded'>): ReturnStatus {
  return isRefunded ? 'refunded' : state;
}

/** Returns the newest return requests. @param status status to filter by, null for all */
export async function listReturns(
  db: Queryable,
  limit: number,
  status: ReturnStatus | null,
): Promise<OrderReturn[]> {
  let rows = selectReturns(db).orderBy('id', 'desc').limit(limit);
  if (status !== null) {
    rows = rows.where(({ exists, not, selectFrom }) => {
      const refund = exists(
        selectFrom('refunds')
          .select('refunds.request_id')
          .whereRef('refunds.order_no', '=', 'returns.order_no')
          .whereRef('refunds.return_id', '=', 'returns.id')
          .where('refunds.state', '<>', 'refused'),
      );
      return status === 'refunded' ? refund : not(refund);
    });
    if (status !== 'refunded') rows = rows.where('state', '=', status);
  }
  return (await rows.execute()).map(toReturn);
}

export type NewReturn = Pick<
  OrderReturn,
  'orderNo' | 'requestId' | 'lines' | 'reason' | 'message' | 'createdAt'
>;

export async function insertReturn(trx: Transaction, newReturn: NewReturn): Promise<number> {
  const { id } = await trx
    .insertInto('returns')
    .values({
      order_no: newReturn.orderNo,
      request_id: newReturn.requestId,
      lines: JSON.stringify(newReturn.lines),
      reason: newReturn.reason,
      words: newReturn.message,
      answer: '',
      state: 'asked',
      created_at: newReturn.createdAt,
      answered_at: null,
      arrived_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateReturn(
  db: Queryable,
  id: number,
  change: Partial<Pick<OrderReturn, 'state' | 'answer' | 'answeredAt' | 'arrivedAt'>>,
): Promise<void> {
  await db
    .updateTable('returns')
    .set({
      ...(change.state !== undefined && { state: change.state }),
      ...(change.answer !== undefined && { answer: change.answer }),
      ...(change.answeredAt !== undefined && { answered_at: change.answeredAt }),
      ...(change.arrivedAt !== undefined && { arrived_at: change.arrivedAt }),
    })
    .where('id', '=', id)
    .execute();
}
