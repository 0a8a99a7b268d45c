import { describe, expect, it } from 'vitest';
import { isPaid, isPayable, orderStatus, orderStatusText } from '#lib/orders/status.ts';

describe('order status', () => {
  it('can be paid at 0 and -1 and nowhere else [ORD-14]', () => {
    const payable = Object.values(orderStatus).filter(isPayable);
    expect(payable.sort((left, right) => left - right)).toEqual([-1, 0]);
  });

  it('numbers and names the states as the documents do [ORD-07]', () => {
    const named = [-1, 0, 1, 2, 3, 4, 5, 6].map(orderStatusText);
    expect(named).toEqual([
      'Payment failed',
      'Pending payment',
      'Paid',
      'Processing',
      'Shipped',
      'Completed',
      'Cancelled',
      'Refunded',
    ]);
    expect([0, 1, 4, 5, 6, -1].map(isPaid)).toEqual([false, true, true, false, false, false]);
  });
});
