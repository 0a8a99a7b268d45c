import { expect, test } from 'vitest';
import { mayShowOn } from '#lib/marketing/pages-without-popups.ts';

test.each(['register', 'checkouts', 'login', 'pay-result', 'reset-pwd', 'forbidden'])(
  'nothing shows on %s, whatever its pages are [ANN-15, NOTICE-06]',
  (page) => {
    expect([mayShowOn(page), mayShowOn(page, [page])]).toEqual([false, false]);
  },
);

test('shows on the pages it is for, and everywhere else where it is for all [NOTICE-06, ANN-15]', () => {
  expect(mayShowOn('home', ['home', 'detail'])).toBe(true);
  expect(mayShowOn('cart', ['home', 'detail'])).toBe(false);
  expect(mayShowOn('cart', 'all')).toBe(true);
});
