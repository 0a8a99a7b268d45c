/**
 * The only module that marks an order as paid. The shopper's return, the provider's webhook and reconciliation all call it, in any sequence
 * and any number of times.
 */
import * as codes from '#lib/contract/codes.ts';
import { isPaid, isPayable, orderStatus } from '#lib/orders/status.ts';
import { readDeliverySettings } from '../../checkout/settings.ts';
import { Failure } from '../../core/failure.ts';
import type { Services } from '../../core/services.ts';
import type { ShopEventCounters } from '../../core/shop-events.ts';
import type { Transaction } from '../../db/database.ts';
import type { EmailShopData } from '../../mail/email-shop-data.ts';
import { finalizeCoupons } from '../../orders/coupon-store.ts';
import { endHoldBeyondCaps, reacquireHold, releaseHold } from '../../orders/hold.ts';
import { lockShopper } from '../../orders/holders-store.ts';
import { incrementSoldQuantities, readOrderLines } from '../../orders/lines-store.ts';
import type { Order } from '../../orders/order.ts';
import { queueOrderConfirmation } from '../../orders/order-confirmation.ts';
import { type AutoRefundReason, queueAutoRefundMail } from '../../orders/parcel-and-refund-mails.ts';
import { recalculateDeliveryPromise } from '../../orders/recalculate-delivery-promise.ts';
import { lockReleasableHolds } from '../../orders/releasable-holds.ts';
import { finalizeStock, sumVariantQuantities } from '../../orders/stock-store.ts';
import { lockOrder, readOrder, updateOrder } from '../../orders/store.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { type Capture, hasOpenPayment, recordCapture } from '../stores/captures.ts';

export type Settlement = 'paid' | 'already-paid' | 'on-hold';

/** Payload of the `refund` job, which refunds a payment that the order cannot use. */
export interface RefundJob {
  orderNo: string;
  provider: string;
  providerRef: string;
  captureRef: string;
  amount: number;
  currency: string;
  reason: string;
  /** Reason for the refund, stated in the email to the shopper. */
  cause: AutoRefundReason;
}

/**
 * Settles a payment that a provider has captured. In one transaction it records the capture, marks the order as paid, makes the
 * reservations of stock and coupon final, and queues the confirmation email. If amount, currency or payee do not match the order, or its
 * stock is gone, it instead cancels the order with a hold reason and queues a `refund` job. A second capture for a paid order is refunded
 * too.
 * @returns `paid` the first time, `already-paid` after that, `on-hold` if the order cannot be fulfilled
 * @throws Failure 10404 for an unknown order
 */
export async function settleCapturedPayment(services: Services, capture: Capture): Promise<Settlement> {
  const now = services.now();
  const [delivery, before] = await Promise.all([
    readDeliverySettings(services.db.read),
    readOrder(services.db, capture.orderNo),
  ]);
  let isNew = false;
  const settlement = await services.db.transaction<Settlement>(async (trx) => {
    // Lock the shopper (visitor, client IP address) before any order, even though the lock may not be needed: only after the order is
    // locked too is it certain whether the order still has its hold.
    if (before && isPayable(before.statusKey)) await lockShopper(trx, before, now);
    const order = await lockOrder(trx, capture.orderNo, now);
    if (!order) throw new Failure(codes.notFound, 'There is no such order.');
    isNew = await recordCapture(trx, capture, now);
    if (!isNew) return isPaid(order.statusKey) ? 'already-paid' : 'on-hold';
    if (!isPayable(order.statusKey)) {
      const reason = 'The order was not waiting for a payment.';
      await refund(trx, capture, { reason, cause: 'cancelled' }, now);
      return isPaid(order.statusKey) ? 'already-paid' : 'on-hold';
    }
    const mismatch = difference(order, capture);
    const reason = mismatch ?? (await takeAgain(trx, order, now));
    if (reason !== null) {
      await releaseHold(trx, order, now);
      await updateOrder(trx, order.orderNo, { status: orderStatus.cancelled, holdReason: reason });
      await refund(trx, capture, { reason, cause: mismatch === null ? 'late' : 'mismatch' }, now);
      return 'on-hold';
    }
    await finalizeStock(trx, order.orderNo);
    await finalizeCoupons(trx, order.orderNo);
    const lines = await readOrderLines(trx, order.orderNo);
    const arrives = recalculateDeliveryPromise(order, lines, delivery, now);
    const paid = {
      ...{ status: orderStatus.paid, heldUntil: null, isHoldLent: false },
      ...{ paidAt: now, clientHash: '' as const },
      ...(arrives && { arrives }),
    };
    await updateOrder(trx, order.orderNo, paid);
    await incrementSoldQuantities(trx, lines);
    await queueOrderConfirmation(trx, order, now);
    return 'paid';
  });
  if (isNew) countCapture(services.events, capture.provider, settlement);
  return settlement;
}

function countCapture(
  { orders, outcomes }: ShopEventCounters,
  provider: string,
  settlement: Settlement,
): void {
  if (settlement === 'paid') orders.add({ event: 'paid' });
  outcomes.add({ provider, outcome: settlement === 'paid' ? 'paid' : 'unusable' });
}

/**
 * Releases an order's stock and coupon after its payment failed permanently; the order can be paid again (status −1). A paid order does not
 * change. If another attempt may still pay the order, the order keeps its hold until the hold expires. But a hold that exceeds the caps on
 * held stock is released, unless an attempt is capturing.
 */
export async function settleFailedPayment(
  services: Services,
  failed: { orderNo: string; reason: string },
): Promise<void> {
  const now = services.now();
  await services.db.transaction(async (trx) => {
    const order = await lockOrder(trx, failed.orderNo, now);
    if (!order || !isPayable(order.statusKey)) return;
    if (await hasOpenPayment(trx, order.orderNo)) return endHoldBeyondCaps(trx, order, now);
    await releaseHold(trx, order, now);
    await updateOrder(trx, order.orderNo, { status: orderStatus.failed });
  });
  services.log.info({ orderNo: failed.orderNo, reason: failed.reason }, 'payment failed');
}

/** Marks the order as refunded and queues the refund email. Must be called in the transaction that records the refund. */
export async function markOrderRefunded(
  trx: Transaction,
  shop: EmailShopData,
  refunded: Pick<RefundJob, 'orderNo' | 'captureRef' | 'amount' | 'currency' | 'cause'>,
  now: number,
): Promise<void> {
  const order = await lockOrder(trx, refunded.orderNo, now);
  if (!order) return;
  await queueAutoRefundMail(trx, shop, order, refunded, now);
  // The refunded payment was a duplicate: the first capture still pays for the order.
  if (isPaid(order.statusKey) || order.holdReason === '') return;
  await updateOrder(trx, order.orderNo, { status: orderStatus.refunded });
}

/** Returns why this capture does not match the order; null if it matches. */
function difference(order: Order, capture: Capture): string | null {
  if (capture.currency !== order.currency)
    return `Paid in ${capture.currency}, ordered in ${order.currency}.`;
  if (capture.amount !== order.amounts.total) {
    return `Paid ${capture.amount}, ordered for ${order.amounts.total} (minor units of ${order.currency}).`;
  }
  if (capture.payee !== capture.expectedPayee) return 'Paid to an account that is not the shop’s.';
  return null;
}

/**
 * Reserves an order's stock and coupon again if its hold expired before the payment arrived; if needed, releases holds of the shopper's
 * other orders.
 * @param trx transaction that has locked the shopper
 * @returns why stock or coupon cannot be reserved; null on success
 */
async function takeAgain(trx: Transaction, order: Order, now: number): Promise<string | null> {
  if (order.heldUntil !== null) return null;
  const lines = await readOrderLines(trx, order.orderNo);
  const spare = await lockReleasableHolds(trx, order, sumVariantQuantities(lines), now);
  const short = await reacquireHold(trx, order, lines, spare, now);
  if (!short) return null;
  return short.kind === 'stock'
    ? `Paid late: not enough stock of "${short.line.title}" left.`
    : 'Paid late: the discount code is used up.';
}

async function refund(
  trx: Transaction,
  capture: Capture,
  { reason, cause }: Pick<RefundJob, 'reason' | 'cause'>,
  now: number,
): Promise<void> {
  const { orderNo, provider, providerRef, captureRef, amount, currency } = capture;
  if (amount === 0) return;
  // The state `refunding` prevents the merchant from refunding this payment a second time: merchant refunds use only `captured` payments.
  await trx
    .updateTable('payments')
    .set({ state: 'refunding', reason, updated_at: now })
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .where('state', '=', 'captured')
    .execute();
  const money = { provider, providerRef, captureRef, amount, currency };
  const payload: RefundJob = { orderNo, ...money, reason, cause };
  await enqueue(trx, { kind: 'refund', dedupeKey: `refund:${provider}:${captureRef}`, payload, runAt: now });
}
