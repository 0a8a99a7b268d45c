// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { changeBag } from '#client/bag/store.ts';
import {
  deleteCheckoutLines,
  getCheckoutLines,
  storeCheckoutLines,
} from '#client/checkout/checkout-lines.ts';
import { openCheckout } from '#islands/bag/open-checkout.ts';
import { bagOf, bowl, mug } from '../../lib/bag/fixtures.ts';

beforeEach(() => localStorage.clear());

test('the lines of a checkout are kept by its token once it stands, without those that were left out', async () => {
  const { lines } = bagOf({ ...mug, quantity: 3 }, { ...bowl, is_selected: false });
  changeBag((bag) => ({ ...bag, lines }));
  const checkout = { token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok' };
  const answers = [
    { code: 10209, msg: 'changed', data: null },
    { code: 0, msg: '', data: { checkout } },
  ];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answers.shift())));
  await openCheckout({});
  expect(getCheckoutLines('tok')).toBeNull();
  await openCheckout({});
  expect([...getCheckoutLines('tok')!]).toEqual([[lines[0]!.random_id, 3]]);
  vi.unstubAllGlobals();
});

test('the latest ten checkouts are kept until they are paid, and a broken storage is as good as none', () => {
  for (let at = 0; at < 11; at++) storeCheckoutLines(`t${at}`, bagOf(mug).lines);
  expect(['t0', 't1', 't10'].map((token) => getCheckoutLines(token)?.size)).toEqual([undefined, 1, 1]);
  deleteCheckoutLines('t1');
  expect(['t1', 't10'].map((token) => getCheckoutLines(token)?.size)).toEqual([undefined, 1]);
  for (const text of ['{', '{}', '[1,["t1",2]]']) {
    localStorage.setItem('checkout_lines', text);
    expect(getCheckoutLines('t1')).toBeNull();
  }
  localStorage.setItem('checkout_lines', '[["t1",[["a",2],["b"],[3,4],null]]]');
  expect([...getCheckoutLines('t1')!]).toEqual([['a', 2]]);
});
