/** What the browser remembers of an order on its way: its number for the reminder, and that a payment failed (R63). */
const orderKey = 'order_no';
const failedKey = 'failed_pay';
/** The order that was not made from the bag, so that being paid takes nothing out of it. */
const besideBagKey = 'order_beside_bag';
const fromBag = 2;

/**
 * The order exists and is not paid yet (REMIND-12).
 * @param source of its checkout (R65)
 */
export function rememberOrder(orderNo: string, source: number): void {
  write(orderKey, orderNo);
  if (source !== fromBag) write(besideBagKey, orderNo);
}

/** Whether the order was made beside the bag: buy now, recommend modal. */
export function isBesideBag(orderNo: string): boolean {
  try {
    return localStorage.getItem(besideBagKey) === orderNo;
  } catch {
    return false;
  }
}

/** The order is paid: nothing is left to be reminded of. */
export function forgetOrder(orderNo: string): void {
  try {
    if (localStorage.getItem(orderKey) === orderNo) localStorage.removeItem(orderKey);
    localStorage.removeItem(failedKey);
  } catch {
    // Storage may be forbidden; then nothing was remembered either.
  }
}

/** A payment failed: every way to pay is offered from now on, none starts hidden (PAY-06, PPX-08). */
export function recordFailedPay(): void {
  write(failedKey, '1');
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A full or forbidden storage costs the reminder, not the order.
  }
}
