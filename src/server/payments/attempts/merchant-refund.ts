/**
 * Makes refunds that the merchant requests (R136). Each request is stored with its id before it is sent to the provider, so that a resend
 * or a crash never refunds twice and the refunds never exceed the captured amount.
 */
import { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import { isPaid, orderStatus } from '#lib/orders/status.ts';
import { formatAmountWithCurrency } from '../../catalog/csv/cells.ts';
import { Failure } from '../../core/failure.ts';
import type { Services } from '../../core/services.ts';
import type { Transaction } from '../../db/database.ts';
import { type EmailShopData, readEmailShopData } from '../../mail/email-shop-data.ts';
import { calculateShippingStatus } from '../../orders/fulfillment.ts';
import { readOrderLines, readParcels } from '../../orders/lines-store.ts';
import type { OrderLine } from '../../orders/order.ts';
import { queueRefundedMail } from '../../orders/parcel-and-refund-mails.ts';
import {
  insertRefund,
  markRefundRefused,
  markRefundSent,
  type Refund,
  readRefund,
  readRefunds,
} from '../../orders/refunds-store.ts';
import { readReturn } from '../../orders/returns-store.ts';
import { restock, sumReturnedLines, sumVariantQuantities } from '../../orders/stock-store.ts';
import { lockOrder, updateOrder } from '../../orders/store.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { defineJobHandler, type JobHandlers } from '../../queue/job.ts';
import { ProviderRejectedError } from '../providers/call-provider.ts';
import { changePayment, readOrderPayments } from '../stores/payments.ts';
import type { Payment } from './payment.ts';

export interface RefundRequest {
  orderNo: string;
  /** Idempotency key: a request with a key that was already used refunds nothing more. */
  requestId: string;
  /** Amount in minor units of the order's currency. Null refunds the price of `lines` or, without lines, the whole remaining amount. */
  amount: number | null;
  lines: readonly ReturnedLine[];
  /** Whether to restock the units of `lines`; without lines, all units of the order that are not refunded yet. */
  restock: boolean;
  reason: string;
  /** Id of the customer's return that this refund settles; undefined or null if there is none. */
  returnId?: number | null;
}

export interface RefundResult extends Refund {
  /** False if the request id was used before: then nothing more is refunded. */
  isNew: boolean;
  /** Amount of the payment that can still be refunded, minor units of `currency`. */
  remaining: number;
}

/**
 * Stores a refund and queues the job that sends it to the provider.
 * @returns the refund; if the request id was already used for this order, the earlier refund
 * @throws Failure 10404 for an unknown order; 10001 if the amount is not positive or exceeds the remaining amount, if there is nothing to
 * refund, if units were not bought or are already refunded, and if the return was rejected
 */
export async function refundOrder(services: Services, wish: RefundRequest): Promise<RefundResult> {
  const now = services.now();
  return services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, wish.orderNo, now);
    if (!order) throw new Failure(codes.notFound, `There is no order ${wish.orderNo}.`);
    const { existing, requestId } = await numberOf(trx, wish.requestId);
    if (existing && existing.orderNo !== wish.orderNo)
      throw refused('This refund number belongs to another order.');
    const earlier = await readRefunds(trx, wish.orderNo);
    const payments = await readOrderPayments(trx, wish.orderNo);
    const remainingOf = ({ id, amount }: Payment) =>
      amount - sumOf(earlier.filter(({ paymentId }) => paymentId === id));
    if (existing) {
      const paidBy = payments.find(({ id }) => id === existing.paymentId);
      return { ...existing, isNew: false, remaining: paidBy ? remainingOf(paidBy) : 0 };
    }
    if (!isPaid(order.statusKey))
      throw refused(`Order ${wish.orderNo} is not paid: nothing can be refunded.`);
    const returnId = wish.returnId ?? null;
    if (returnId !== null && (await readReturn(trx, returnId))?.state === 'refused')
      throw refused(`Return ${returnId} was refused.`);
    const payment = payments.find(({ state, captureRef }) => state === 'captured' && captureRef !== '');
    if (!payment) throw refused(`Order ${wish.orderNo} has no payment that could be refunded.`);
    const bought = await readOrderLines(trx, wish.orderNo);
    const lines = linesOf(wish, bought, earlier);
    const remaining = remainingOf(payment);
    const amount = wish.amount ?? (wish.lines.length > 0 ? costOf(lines, bought, earlier) : remaining);
    const formatAmount = (minor: number) => formatAmountWithCurrency(minor, payment.currency);
    if (remaining <= 0) throw refused(`There is nothing left to refund of order ${wish.orderNo}.`);
    if (amount <= 0 && wish.amount === null)
      throw refused('These units cost nothing, so there is nothing to refund.');
    if (amount <= 0) throw refused(`${formatAmount(amount)} cannot be refunded: the amount must be above 0.`);
    if (wish.restock && wish.lines.length === 0 && amount !== remaining)
      throw refused(
        '--restock needs to know the units: give them instead of an amount, or leave out --restock.',
      );
    if (amount > remaining)
      throw refused(
        `${formatAmount(amount)} is more than the ${formatAmount(remaining)} left to refund of order ${wish.orderNo}.`,
      );
    const refund: Refund = {
      ...{ requestId, orderNo: wish.orderNo, paymentId: payment.id, amount },
      ...{ currency: payment.currency, lines, restock: wish.restock, reason: wish.reason },
      ...{ state: 'new', returnId, createdAt: now, updatedAt: now },
    };
    await insertRefund(trx, refund);
    const payload: z.input<typeof job> = { requestId };
    const dedupeKey = `merchant-refund:${requestId}`;
    await enqueue(trx, { kind: 'merchant-refund', dedupeKey, payload, runAt: now });
    return { ...refund, isNew: true, remaining: remaining - amount };
  });
}

/**
 * Finds the refund with a request id. If the provider rejected that refund, appends a number to the id, because the provider would repeat
 * its rejection for the same id.
 */
async function numberOf(
  trx: Transaction,
  wished: string,
): Promise<{ existing: Refund | null; requestId: string }> {
  let requestId = wished;
  for (let turn = 2; ; turn += 1) {
    const existing = await readRefund(trx, requestId);
    if (existing?.state !== 'refused') return { existing, requestId };
    requestId = `${wished}-${turn}`;
  }
}

/**
 * Cancels the order's queued refunds, after the merchant has checked at the provider that they were not sent.
 * @throws Failure 10404 for an unknown order
 */
export async function cancelQueuedRefunds(services: Services, orderNo: string): Promise<Refund[]> {
  const now = services.now();
  return services.db.transaction(async (trx) => {
    if (!(await lockOrder(trx, orderNo, now)))
      throw new Failure(codes.notFound, `There is no order ${orderNo}.`);
    const waiting = (await readRefunds(trx, orderNo)).filter(({ state }) => state === 'new');
    for (const { requestId } of waiting) await markRefundRefused(trx, requestId, now);
    return waiting;
  });
}

function refused(message: string): Failure {
  return new Failure(codes.badParameter, message);
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { state, amount }) => sum + (state === 'refused' ? 0 : amount), 0);
}

/** Returns how many units of an order line are already refunded. */
function backBefore(earlier: readonly Refund[], position: number): number {
  return earlier
    .flatMap(({ state, lines }) => (state === 'refused' ? [] : lines))
    .filter((line) => line.position === position)
    .reduce((sum, line) => sum + line.quantity, 0);
}

/** Returns the order lines to refund. Throws if a line exceeds the units that were bought and are not refunded yet. */
function linesOf(
  wish: RefundRequest,
  bought: readonly OrderLine[],
  earlier: readonly Refund[],
): ReturnedLine[] {
  const remainingOf = ({ position, quantity }: OrderLine) => quantity - backBefore(earlier, position);
  if (wish.lines.length === 0) {
    if (!wish.restock) return [];
    return bought
      .map((line) => ({ position: line.position, quantity: remainingOf(line) }))
      .filter(({ quantity }) => quantity > 0);
  }
  return sumReturnedLines(wish.lines).map(({ position, quantity }) => {
    const line = bought.find((candidate) => candidate.position === position);
    if (!line) throw refused(`The order has no line ${position}.`);
    const remaining = remainingOf(line);
    if (quantity > remaining)
      throw refused(`"${line.title}": only ${remaining} can be refunded, not ${quantity}.`);
    return { position, quantity };
  });
}

/**
 * Returns the price of the refunded units after line discounts, including tax, in minor units. The cumulative price of each line's units is
 * rounded down, so that refunding all units, even in several refunds, returns exactly the amount paid.
 */
function costOf(
  lines: readonly ReturnedLine[],
  bought: readonly OrderLine[],
  earlier: readonly Refund[],
): number {
  return lines.reduce((sum, { position, quantity }) => {
    const line = bought.find((candidate) => candidate.position === position)!;
    const paid = (line.isGift ? 0 : line.price * line.quantity - line.discount) + line.tax;
    const before = backBefore(earlier, position);
    const upTo = (units: number) => Math.floor((paid * units) / line.quantity);
    return sum + upTo(before + quantity) - upTo(before);
  }, 0);
}

/** HTTP statuses with which a provider rejects a request permanently; other errors may be temporary. */
const final = new Set([400, 404, 422]);

const job = z.object({ requestId: z.string() });

const merchantRefund = defineJobHandler(job, async ({ requestId }, { services, attempt }) => {
  const refund = await readRefund(services.db.read, requestId);
  if (refund?.state !== 'new') return;
  const payment = (await readOrderPayments(services.db.read, refund.orderNo)).find(
    ({ id }) => id === refund.paymentId,
  );
  const provider = payment && services.payments.get(payment.provider);
  if (!payment || !provider)
    throw new Error(
      `The provider of order ${refund.orderNo} is not configured, so the refund was not sent. Set the provider’s keys; Atoll then tries again.`,
    );
  const { captureRef } = payment;
  const answer = await provider
    .refund(captureRef, refund.amount, refund.currency, requestId)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderRejectedError) || !final.has(error.status)) throw error;
      // A permanent rejection is not retried, and its amount can be refunded by another request. But if an earlier attempt got no response,
      // the provider may have sent the money and rejected only the repeat: then the merchant must check with the provider (`--forget`).
      if (attempt === 1 && !error.isRepeat) return null;
      throw error;
    });
  if (!answer) {
    await markRefundRefused(services.db.write, requestId, services.now());
    services.log.warn({ orderNo: refund.orderNo, requestId }, 'refund rejected');
    return;
  }
  const { ref } = answer;
  const shop = await readEmailShopData(services);
  const now = services.now();
  await services.db.transaction((trx) => settle(trx, shop, refund, payment, ref, now));
});

// The shop owes this money to the shopper, so the refund is retried without limit.
merchantRefund.isOwed = true;

async function settle(
  trx: Transaction,
  shop: EmailShopData,
  refund: Refund,
  payment: Payment,
  ref: string,
  now: number,
): Promise<void> {
  const order = await lockOrder(trx, refund.orderNo, now);
  if (!order || !(await markRefundSent(trx, refund.requestId, ref, now))) return;
  const lines = await readOrderLines(trx, refund.orderNo);
  if (refund.restock) {
    const back = refund.lines.flatMap(({ position, quantity }) => {
      const line = lines.find((candidate) => candidate.position === position);
      return line ? [{ variantId: line.variantId, quantity }] : [];
    });
    await restock(trx, refund.orderNo, sumVariantQuantities(back), now);
  }
  const refunds = await readRefunds(trx, refund.orderNo);
  const sent = refunds.filter(({ state, paymentId }) => state === 'sent' && paymentId === payment.id);
  if (sumOf(sent) >= payment.amount) {
    await changePayment(trx, payment.id, ['captured'], { state: 'refunded', refundRef: ref }, now);
    await updateOrder(trx, refund.orderNo, { status: orderStatus.refunded, holdReason: '' });
  } else {
    // If the refund covers all units that were not shipped, the order now counts as completely shipped.
    const parcels = await readParcels(trx, refund.orderNo);
    await updateOrder(trx, refund.orderNo, {
      status: calculateShippingStatus(order, { bought: lines, parcels, refunds }),
    });
  }
  await queueRefundedMail(trx, shop, order, refund, lines, now);
}

export const merchantRefundJobs: JobHandlers = { 'merchant-refund': merchantRefund };
