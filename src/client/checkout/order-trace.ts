/** The browser's record of an unfinished order (R63): its number for the reminder, a failed payment, and the PayPal approval. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { safeLocalStorage } from '../stores/storage.ts';

const orderKey = 'order_no';
const failedKey = 'failed_pay';
/** An order not made from the bag: its payment must not empty the bag. */
const besideBagKey = 'order_beside_bag';
const approvedKey = 'paypal_order';
const fromBag = 2;

/** Stores the number of an order that is not paid yet (REMIND-12). @param source of its checkout (R65) */
export function rememberOrder(orderNo: string, source: number): void {
  safeLocalStorage.set(orderKey, orderNo);
  if (source !== fromBag) safeLocalStorage.set(besideBagKey, orderNo);
}

/** Returns whether the order bypassed the bag: buy now, recommend modal. */
export function hasBypassedBag(orderNo: string): boolean {
  return safeLocalStorage.get(besideBagKey) === orderNo;
}

/** Clears the record of a paid order. */
export function forgetOrder(orderNo: string): void {
  dropReminder(orderNo);
  safeLocalStorage.remove(failedKey);
}

/** Ends the reminder for this order, declined or impossible (REMIND-04 to REMIND-07). */
export function dropReminder(orderNo: string): void {
  if (safeLocalStorage.get(orderKey) === orderNo) safeLocalStorage.remove(orderKey);
}

/** Records a failed payment: from then on all payment methods are offered and none starts hidden (PAY-06, PPX-08). */
export function recordFailedPayment(): void {
  safeLocalStorage.set(failedKey, '1');
}

/** Returns whether a payment failed; express buttons then do not start hidden (PPX-08). */
export function hasFailedPayment(): boolean {
  return Boolean(safeLocalStorage.get(failedKey));
}

export type Payer = ResponseData<Endpoints['GET /api/v1/paypal/convenient/payer']>;

export interface ApprovedPayment {
  orderId: string;
  /** Contact and address of the payer; null when PayPal did not provide them. */
  shipping: Payer | null;
}

/** Stores the PayPal approval, which prefills the checkout (PPX-12, PPX-24). */
export function savePayPalApproval(approved: ApprovedPayment): void {
  safeLocalStorage.set(approvedKey, JSON.stringify(approved));
}

/** Returns the payer stored with this payment; null if none is stored or it belongs to another payment. */
export function savedPayer(orderId: string): Payer | null {
  const stored = parseStoredJson(safeLocalStorage.get(approvedKey)) as Partial<ApprovedPayment> | null;
  const payer = stored?.orderId === orderId ? stored.shipping : null;
  return payer && typeof payer.email === 'string' && typeof payer.address === 'object' ? payer : null;
}
