/**
 * What the browser remembers of an order on its way (R63): its number for the reminder, that a payment failed, and what was
 * approved at PayPal.
 */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { local } from '../stores/storage.ts';

const orderKey = 'order_no';
const failedKey = 'failed_pay';
/** The order that was not made from the bag, so that being paid takes nothing out of it. */
const besideBagKey = 'order_beside_bag';
const approvedKey = 'paypal_order';
const fromBag = 2;

/**
 * The order exists and is not paid yet (REMIND-12).
 * @param source of its checkout (R65)
 */
export function rememberOrder(orderNo: string, source: number): void {
  local.set(orderKey, orderNo);
  if (source !== fromBag) local.set(besideBagKey, orderNo);
}

/** Whether the order was made beside the bag: buy now, recommend modal. */
export function isBesideBag(orderNo: string): boolean {
  return local.get(besideBagKey) === orderNo;
}

/** The order is paid: nothing is left to be reminded of. */
export function forgetOrder(orderNo: string): void {
  dropReminder(orderNo);
  local.remove(failedKey);
}

/** Nobody wants to be reminded of this order, or nobody can be (REMIND-04 to REMIND-07). */
export function dropReminder(orderNo: string): void {
  if (local.get(orderKey) === orderNo) local.remove(orderKey);
}

/** A payment failed: every way to pay is offered from now on, none starts hidden (PAY-06, PPX-08). */
export function recordFailedPay(): void {
  local.set(failedKey, '1');
}

/** Whether a payment failed: buttons then do not start hidden (PPX-08). */
export function hasFailedPay(): boolean {
  return Boolean(local.get(failedKey));
}

export type Payer = CallData<Endpoints['GET /api/v1/paypal/convenient/payer']>;

export interface ApprovedPayment {
  orderId: string;
  /** Contact and address of the payer; null when PayPal did not tell. */
  shipping: Payer | null;
}

/** Keeps what the shopper approved, for the checkout to be filled with (PPX-12, PPX-24). */
export function saveApproved(approved: ApprovedPayment): void {
  local.set(approvedKey, JSON.stringify(approved));
}

/** The payer stored with this payment, null when there is none or what is stored is another's. */
export function savedPayer(orderId: string): Payer | null {
  const stored = readJson(local.get(approvedKey)) as Partial<ApprovedPayment> | null;
  const payer = stored?.orderId === orderId ? stored.shipping : null;
  return payer && typeof payer.email === 'string' && typeof payer.address === 'object' ? payer : null;
}
