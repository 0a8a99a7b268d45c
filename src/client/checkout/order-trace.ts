/** The browser's record of an unfinished order (R63): its number for the reminder, a failed payment, and the PayPal approval. */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { local } from '../stores/storage.ts';

const orderKey = 'order_no';
const failedKey = 'failed_pay';
/** An order not made from the bag: its payment must not empty the bag. */
const besideBagKey = 'order_beside_bag';
const approvedKey = 'paypal_order';
const fromBag = 2;

/** Stores the number of an order that is not paid yet (REMIND-12). @param source of its checkout (R65) */
export function rememberOrder(orderNo: string, source: number): void {
  local.set(orderKey, orderNo);
  if (source !== fromBag) local.set(besideBagKey, orderNo);
}

/** Returns whether the order bypassed the bag: buy now, recommend modal. */
export function isBesideBag(orderNo: string): boolean {
  return local.get(besideBagKey) === orderNo;
}

/** Clears the record of a paid order. */
export function forgetOrder(orderNo: string): void {
  dropReminder(orderNo);
  local.remove(failedKey);
}

/** Ends the reminder for this order, declined or impossible (REMIND-04 to REMIND-07). */
export function dropReminder(orderNo: string): void {
  if (local.get(orderKey) === orderNo) local.remove(orderKey);
}

/** Records a failed payment: from then on all payment methods are offered and none starts hidden (PAY-06, PPX-08). */
export function recordFailedPay(): void {
  local.set(failedKey, '1');
}

/** Returns whether a payment failed; express buttons then do not start hidden (PPX-08). */
export function hasFailedPay(): boolean {
  return Boolean(local.get(failedKey));
}

export type Payer = CallData<Endpoints['GET /api/v1/paypal/convenient/payer']>;

export interface ApprovedPayment {
  orderId: string;
  /** Contact and address of the payer; null when PayPal did not provide them. */
  shipping: Payer | null;
}

/** Stores the PayPal approval, which prefills the checkout (PPX-12, PPX-24). */
export function saveApproved(approved: ApprovedPayment): void {
  local.set(approvedKey, JSON.stringify(approved));
}

/** Returns the payer stored with this payment; null if none is stored or it belongs to another payment. */
export function savedPayer(orderId: string): Payer | null {
  const stored = readJson(local.get(approvedKey)) as Partial<ApprovedPayment> | null;
  const payer = stored?.orderId === orderId ? stored.shipping : null;
  return payer && typeof payer.email === 'string' && typeof payer.address === 'object' ? payer : null;
}
