/** Returns in the database. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type ReturnReason, type ReturnState, returnReasons } from '#lib/contract/return-reasons.ts';
import type { Pieces } from '#lib/orders/returns.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { ReturnsTable } from '../db/tables.ts';

export interface OrderReturn {
  id: number;
  orderNo: string;
  /** The page's: the same one again is the same return. */
  requestId: string;
  lines: Pieces[];
  reason: ReturnReason;
  /** The shopper's, and what the shop answered. */
  words: string;
  answer: string;
  state: ReturnState;
  /** The refund it led to, '' for none. */
  refundId: string;
  createdAt: number;
  answeredAt: number | null;
  arrivedAt: number | null;
}

const storedLines = z.array(z.object({ position: z.number(), quantity: z.number() })).catch([]);
const storedReason = z.enum(returnReasons).catch('other');

function toReturn(row: Selectable<ReturnsTable>): OrderReturn {
  return {
    id: row.id,
    orderNo: row.order_no,
    requestId: row.request_id,
    lines: storedLines.parse(JSON.parse(row.lines || '[]')),
    reason: storedReason.parse(row.reason),
    words: row.words,
    answer: row.answer,
    state: row.state,
    refundId: row.refund_id,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    arrivedAt: row.arrived_at,
  };
}

/** The order's returns, the first one first. */
export async function readReturns(db: Queryable, orderNo: string): Promise<OrderReturn[]> {
  const rows = await db
    .selectFrom('returns')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('id')
    .execute();
  return rows.map(toReturn);
}

export async function readReturn(db: Queryable, id: number): Promise<OrderReturn | null> {
  const row = await db.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toReturn(row) : null;
}

/** The newest returns. @param state null for all */
export async function listReturns(
  db: Queryable,
  limit: number,
  state: ReturnState | null,
): Promise<OrderReturn[]> {
  let rows = db.selectFrom('returns').selectAll().orderBy('id', 'desc').limit(limit);
  if (state !== null) rows = rows.where('state', '=', state);
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
      refund_id: '',
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
  change: Partial<Pick<OrderReturn, 'state' | 'answer' | 'answeredAt' | 'arrivedAt' | 'refundId'>>,
): Promise<void> {
  await db
    .updateTable('returns')
    .set({
      ...(change.state !== undefined && { state: change.state }),
      ...(change.answer !== undefined && { answer: change.answer }),
      ...(change.answeredAt !== undefined && { answered_at: change.answeredAt }),
      ...(change.arrivedAt !== undefined && { arrived_at: change.arrivedAt }),
      ...(change.refundId !== undefined && { refund_id: change.refundId }),
    })
    .where('id', '=', id)
    .execute();
}
