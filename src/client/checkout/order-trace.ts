/** Browser data of an unpaid order (R63): the order number for the payment reminder, a failed payment, the PayPal approval. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { safeLocalStorage } from '../stores/storage.ts';

const orderKey = 'order_no';
const failedKey = 'failed_pay';
/** Storage key of an order that was not placed from the bag: its payment must not empty the bag. */
const besideBagKey = 'order_beside_bag';
const approvedKey = 'paypal_order';
const fromBag = 2;

/** Stores the number of an unpaid order (REMIND-12). @param source checkout source (R65) */
export function rememberOrder(orderNo: string, source: number): void {
  safeLocalStorage.set(orderKey, orderNo);
  if (source !== fromBag) safeLocalStorage.set(besideBagKey, orderNo);
}

/** Returns whether the order was placed without the bag: with "Buy now" or in the recommendation modal. */
export function hasBypassedBag(orderNo: string): boolean {
  return safeLocalStorage.get(besideBagKey) === orderNo;
}

/** Deletes the stored data of a paid order. */
export function forgetOrder(orderNo: string): void {
  dropReminder(orderNo);
  safeLocalStorage.remove(failedKey);
}

/** Ends the payment reminder of an order, because the shopper closed it or it cannot be displayed (REMIND-04 to REMIND-07). */
export function dropReminder(orderNo: string): void {
  if (safeLocalStorage.get(orderKey) === orderNo) safeLocalStorage.remove(orderKey);
}

/** Records a failed payment: the checkout then offers all payment methods, all visible from the start (PAY-06, PPX-08). */
export function recordFailedPayment(): void {
  safeLocalStorage.set(failedKey, '1');
}

/** Returns whether a payment has failed; express buttons are then visible from the start (PPX-08). */
export function hasFailedPayment(): boolean {
  return Boolean(safeLocalStorage.get(failedKey));
}

export type Payer = ResponseData<Endpoints['GET /api/v1/paypal/convenient/payer']>;

export interface ApprovedPayment {
  orderId: string;
  /** Contact details and address of the payer; null if PayPal provided none. */
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
