// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { savedPayer, savePayPalApproval } from '#client/checkout/order-trace.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const shipping = { email: 'jane@example.com', phone: '1', address: { ...emptyAddress, city: 'Portland' } };

beforeEach(() => localStorage.clear());

describe('the approved payment in this browser', () => {
  it('fills the checkout of that payment and of no other [PPX-12, PPX-24]', () => {
    savePayPalApproval({ orderId: 'PP1', shipping });
    expect(savedPayer('PP1')).toEqual(shipping);
    expect(savedPayer('PP2')).toBeNull();
  });

  it('survives what somebody else stored', () => {
    for (const stored of ['', 'x', '[]', '{"orderId":"PP1"}', '{"orderId":"PP1","shipping":{"email":1}}']) {
      localStorage.setItem('paypal_order', stored);
      expect(savedPayer('PP1')).toBeNull();
    }
  });
});
