import * as codes from '#lib/contract/codes.ts';
import { isPaid } from '#lib/orders/status.ts';
import { Failure } from '../../core/failure.ts';
import type { Order } from '../../orders/order.ts';
import type { ShopperPaymentStatus } from '../attempts/settle-attempt.ts';

/** Builds the API response from a payment's status. @throws Failure 50001 with the provider's reason if the payment failed */
export function paymentResponseOrThrow(result: ShopperPaymentStatus, orderNo: string) {
  if (result.status === 'failed') throw new Failure(codes.paymentDeclined, result.reason);
  return { status: result.status, order_no: orderNo };
}

/** Returns the response to a repeated payment request for a paid order; null if the order is not paid. */
export function alreadyPaidResponse(order: Order): { status: 'paid'; order_no: string } | null {
  return isPaid(order.statusKey) ? { status: 'paid', order_no: order.orderNo } : null;
}
