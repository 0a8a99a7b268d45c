import { describe, expect, it } from 'vitest';
import { maskPath } from '#server/api/mask-path.ts';
import { fc } from '../../../fast-check.ts';

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
    ['/1/checkouts/Q4ZLqLtdqknaPL7jwvT9iM8cq6geFzSj)', '/1/checkouts/*'],
    ['/1/checkouts/Q4ZLqLtdqknaPL7jwvT9iM8cq6geFzSj.', '/1/checkouts/*'],
    ['/1/checkouts/%51%34ZLqLtdqknaPL7jwvT9iM8cq6geFzSj', '/1/checkouts/*'],
    ['/api/v1/order/ee22r-7x97z', '/api/v1/order/*'],
    ['/fulfillment/EE22R%207X97Z', '/fulfillment/*'],
    ['/de/products/gr%C3%BCner-krug', '/de/products/gr%C3%BCner-krug'],
    ['/fulfillment/%2D464-PXZEZ', '/fulfillment/*'],
    ['/products/broken-%E0%A4', '/products/*'],
  ])('writes %s as %s', (address, logged) => expect(maskPath(address)).toBe(logged));

  /** Characters that email programs, people and scripts add around a copied URL; `%41` and the like count as letters. */
  const glue = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'().,;:!*\'"<>[]{}|~_-+=&$ abzAZ09%/éß'), maxLength: 12 }),
    fc.constantFrom('%29', '%2E', '%252E', '%', '%zz', '%C3%A9', '.html', '/'),
  );
  const token = fc
    .uint8Array({ minLength: 24, maxLength: 24 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  const letter = fc.constantFrom(...'23456789ABCDEFGHJKMNPQRSTWXYZ');
  const orderNo = fc
    .array(letter, { minLength: 10, maxLength: 10 })
    .map((letters) => `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`);
  const secret = fc.oneof(
    token,
    orderNo,
    orderNo.map((value) => value.toLowerCase()),
  );
  const written = fc.tuple(secret, fc.boolean(), fc.nat(7)).map(([value, isEncoded, at]) => {
    const hidden = `%${value.charCodeAt(at).toString(16)}`;
    return { value, shown: isEncoded ? value.slice(0, at) + hidden + value.slice(at + 1) : value };
  });

  it('never shows a token or an order number, whatever is glued to it', () => {
    fc.assert(
      fc.property(glue, written, glue, (before, { value, shown }, after) => {
        const logged = maskPath(`/1/checkouts/${before}${shown}${after}`).toLowerCase();
        // The log does not even contain most of it.
        for (const part of [value.slice(0, 9), value.slice(-9)])
          expect(logged).not.toContain(part.toLowerCase());
      }),
    );
  });

  it('takes no longer than the address is long', () => {
    const began = performance.now();
    for (let turn = 0; turn < 20; turn += 1) maskPath(`/${'a-'.repeat(2000)}`);
    expect(performance.now() - began).toBeLessThan(200);
  });

  it('never writes more than 200 characters', () => {
    expect(maskPath(`/${'b-o'.repeat(500)}`)).toHaveLength(200);
    expect(maskPath(`/${'a'.repeat(5000)}`)).toBe('*');
  });
});
