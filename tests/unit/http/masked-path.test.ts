import { describe, expect, it } from 'vitest';
import { maskedPath } from '#server/http/masked-path.ts';

describe('addresses in the log', () => {
  it.each([
    ['/products/stoneware-mug', '/products/stoneware-mug'],
    ['/collections/all?page_num=2', '/collections/all'],
    ['/1/checkouts/k3J9xQ2mB7vN4pL8', '/1/checkouts/*'],
    ['/api/v1/order/202611210000123456', '/api/v1/order/*'],
    ['/api/v1/order/lookup?order_no=1&email=a@b.co', '/api/v1/order/lookup'],
    ['/api/v1/pay/status/K7QMD-4XHRA', '/api/v1/pay/status/*'],
    ['/api/v1/payments/zero/KQMDW-XHRAZ', '/api/v1/payments/zero/*'],
    ['/1/checkouts/abKQ_xMDWn-XHRAZqwertyuiopasdfgh', '/1/checkouts/*'],
    ['/api/v1/customer/resetPasswordEmail', '/api/v1/customer/resetPasswordEmail'],
    ['/unsubscribe/jane@example.com', '/unsubscribe/*'],
    ['/unsubscribe/jane%40example.com', '/unsubscribe/*'],
    ['/api/v1/storefront/products/bud-vases', '/api/v1/storefront/products/bud-vases'],
  ])('writes %s as %s', (address, logged) => expect(maskedPath(address)).toBe(logged));

  it('never writes more than 200 characters', () => {
    expect(maskedPath(`/${'a'.repeat(5000)}`)).toHaveLength(200);
  });
});
