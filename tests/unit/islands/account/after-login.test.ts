import { expect, it } from 'vitest';
import { safeReturnPath } from '#islands/account/after-login.ts';

const origin = 'https://shop.example';
const after = (address: string) => safeReturnPath(`?return_url=${encodeURIComponent(address)}`, origin);

it('leads back to a page of this shop after the login', () => {
  expect(after('/products/mug?colour=sand#reviews')).toBe('/products/mug?colour=sand#reviews');
  expect(after('/1/checkouts/token')).toBe('/1/checkouts/token');
});

it.each([
  ...['https://evil.example', '//evil.example', '/\\evil.example', 'evil', ''],
  ...['/.//evil.example', '/a/..//evil.example', '/%2e//evil.example', '/\t/evil.example'],
  ...['/login', '/de/register', '/reset-pwd/'],
])('leads nowhere for "%s"', (address) => {
  const found = after(address);
  expect(found).toBeNull();
});
