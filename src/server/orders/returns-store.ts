/** Returns in the database. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type ReturnReason, type ReturnState, returnReasons } from '#lib/contract/return-reasons.ts';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { ReturnsTable } from '../db/tables.ts';

export interface OrderReturn {
  id: number;
  orderNo: string;
  /** The page's: the same one again is the same return. */
  requestId: string;
  lines: ReturnedLine[];
  reason: ReturnReason;
  /** The shopper's, and what the shop answered. */
  words: string;
  answer: string;
  state: ReturnState;
  /** Money for it was sent back or is on its way. */
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
    words: row.words,
    answer: row.answer,
    state: row.state,
    isRefunded: (row.refunds ?? 0) > 0,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    arrivedAt: row.arrived_at,
  };
}

/** Returns, each with how many refunds were made for it: those that the provider refused are none. */
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

/** The order's returns, the first one first. */
export async function readReturns(db: Queryable, orderNo: string): Promise<OrderReturn[]> {
  const rows = await selectReturns(db).where('order_no', '=', orderNo).orderBy('id').execute();
  return rows.map(toReturn);
}

export async function readReturn(db: Queryable, id: number): Promise<OrderReturn | null> {
  const row = await selectReturns(db).where('id', '=', id).executeTakeFirst();
  return row ? toReturn(row) : null;
}

/** How far a return is, as it is listed: once money went for it, nothing else is to be done. */
export function returnStatus({ state, isRefunded }: Pick<OrderReturn, 'state' | 'isRefunded'>): ReturnStatus {
  return isRefunded ? 'refunded' : state;
}

/** The newest returns. @param stand null for all */
export async function listReturns(
  db: Queryable,
  limit: number,
  stand: ReturnStatus | null,
): Promise<OrderReturn[]> {
  let rows = selectReturns(db).orderBy('id', 'desc').limit(limit);
  if (stand !== null) {
    rows = rows.where(({ exists, not, selectFrom }) => {
      const refund = exists(
        selectFrom('refunds')
          .select('refunds.request_id')
          .whereRef('refunds.order_no', '=', 'returns.order_no')
          .whereRef('refunds.return_id', '=', 'returns.id')
          .where('refunds.state', '<>', 'refused'),
      );
      return stand === 'refunded' ? refund : not(refund);
    });
    if (stand !== 'refunded') rows = rows.where('state', '=', stand);
  }
  return (await rows.execute()).map(toReturn);
}

export type NewReturn = Pick<
  OrderReturn,
  'orderNo' | 'requestId' | 'lines' | 'reason' | 'words' | 'createdAt'
>;

/** @returns its number */
export async function insertReturn(trx: Transaction, asked: NewReturn): Promise<number> {
  const { id } = await trx
    .insertInto('returns')
    .values({
      order_no: asked.orderNo,
      request_id: asked.requestId,
      lines: JSON.stringify(asked.lines),
      reason: asked.reason,
      words: asked.words,
      answer: '',
      state: 'asked',
      created_at: asked.createdAt,
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
