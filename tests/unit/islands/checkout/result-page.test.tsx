// @vitest-environment happy-dom
/** The result page of a payment whose charge got no response. */
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Result } from '#islands/checkout/Result.tsx';
import { usdConfig } from '#lib/currency/config.ts';
import { emptyAddress } from '#lib/orders/address.ts';

const base = {
  order_status: '',
  order_no: 'AAAAA-BBBBB',
  total_price: 1,
  reason: '',
  web_url: '/1/checkouts/t',
};
/** The shop's response from now on; null for none. */
let answer: object | null;

/** The requests about the payment, in order. */
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  history.replaceState(null, '', '/pay/result?order_no=AAAAA-BBBBB');
  document.body.innerHTML = '<div id="live"></div>';
  vi.stubGlobal('fetch', async (path: string) => {
    const kind = ['del/pay/status/cache', 'pay/status', 'query/result'].find((part) => path.includes(part));
    if (!kind) return Response.json({ code: 10403, msg: '', data: null });
    asked.push(kind);
    if (!answer) throw new TypeError('no connection');
    return Response.json({ code: 0, msg: '', data: { ...base, ...answer } });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
function open() {
  const { container } = render(<Result currency={usdConfig} hasAccounts={false} texts={{}} />);
  return {
    title: () => container.querySelector('h1')?.textContent,
    links: () =>
      [...container.querySelectorAll('.result-actions a')].map((link) => link.getAttribute('href')),
  };
}

test('a charge that never came to the shop is said to have taken nothing, after a grace, with a way back to pay', async () => {
  answer = { status_key: 0, is_under_way: false, redirect_url: '' };
  const page = open();
  await pass(4_000);
  expect([page.title(), page.links()]).toEqual(['Confirming your payment', []]);
  await pass(3_000);
  expect([page.title(), page.links()]).toEqual(['Nothing was charged', ['/1/checkouts/t', '/cart']]);
  // The shop now reports a payment in progress.
  answer = { status_key: 0, is_under_way: true, redirect_url: '' };
  await pass(3_000);
  expect([page.title(), page.links()]).toEqual(['Confirming your payment', []]);
});

test('a refusal is told at once, though a page that was left before it still waits [PAY-06]', async () => {
  answer = { status_key: 0, is_under_way: false, redirect_url: '', reason: 'Refused' };
  const page = open();
  await pass(0);
  expect([page.title(), page.links()]).toEqual([
    'The payment did not go through',
    ['/1/checkouts/t', '/cart'],
  ]);
});

test('nobody is sent back to pay while an attempt may still take money', async () => {
  answer = { status_key: 0, is_under_way: true, redirect_url: '' };
  const page = open();
  await pass(5 * 60_000);
  expect(page.links()).toEqual([]);
});

test('a second step whose answer was lost goes on from here, also while the shop is silent', async () => {
  answer = { status_key: 0, is_under_way: true, redirect_url: 'https://bank.example/step' };
  const page = open();
  await pass(7_000);
  expect([page.title(), page.links()]).toEqual(['One more step', ['https://bank.example/step']]);
  // A response without a URL keeps the link: the shop does not query the provider every time.
  answer = { status_key: 0, is_under_way: true, redirect_url: '' };
  await pass(3_000);
  expect(page.links()).toEqual(['https://bank.example/step']);
  answer = null;
  await pass(3_000);
  expect([page.title(), page.links()]).toEqual(['One more step', ['https://bank.example/step']]);
  answer = { status_key: -1, is_under_way: false, redirect_url: '', reason: 'Refused' };
  await pass(3_000);
  expect(page.links()).toEqual(['/1/checkouts/t', '/cart']);
});

test('the status is asked for until it changes, from a fresh look on, and then the whole result [PAY-05]', async () => {
  answer = { status_key: 0, is_under_way: true, redirect_url: '' };
  const page = open();
  await pass(0);
  expect(asked).toEqual(['del/pay/status/cache', 'query/result']);
  await pass(4_000);
  expect(asked.slice(2)).toEqual(['pay/status', 'pay/status']);
  expect(page.title()).toBe('Confirming your payment');
  await pass(4_000);
  expect(asked.slice(4)).toEqual(['query/result', 'pay/status']);
  answer = { status_key: 1, is_under_way: false, redirect_url: '' };
  await pass(2_000);
  expect(page.title()).toBe('Thank you');
  const before = asked.length;
  await pass(60_000);
  expect(asked.length).toBe(before);
});

test('a payment that fails between two questions is told of at the next [PAY-05]', async () => {
  answer = { status_key: 0, is_under_way: true, redirect_url: '' };
  const page = open();
  await pass(0);
  answer = { status_key: -1, is_under_way: false, redirect_url: '', reason: 'Refused' };
  await pass(2_000);
  expect(asked.slice(2)).toEqual(['pay/status', 'query/result']);
  expect(page.title()).toBe('The payment did not go through');
});

test('says when it arrives once it is paid, not of a transfer that is still to come', async () => {
  const order = {
    ...{ order_no: 'AAAAA-BBBBB', shop_id: 1, token: 't', email: 'ada@example.com', currency: 'USD' },
    ...{ is_on_hold: false, is_late: false, payment_method: 'bank', shipping_title: '', tax_lines: [] },
    ...{ arrives: { from: '2026-11-25', to: '2026-11-25' }, variant_items: [], address: emptyAddress },
  };
  const arrives = async (status_key: number) => {
    cleanup();
    vi.stubGlobal('fetch', async (path: string) => {
      const data = path.includes('/order/')
        ? { ...order, status_key }
        : path.includes('local/payment/config')
          ? [{ method: 'bank', instructions: 'Send it.' }]
          : { ...base, status_key, is_under_way: false, redirect_url: '' };
      return Response.json({ code: 0, msg: '', data });
    });
    const { container } = render(<Result currency={usdConfig} hasAccounts={false} texts={{}} />);
    await pass(0);
    return [
      container.querySelector('.lead')?.textContent,
      container.querySelector('.result-arrives')?.textContent?.replaceAll('\u00a0', ' '),
    ];
  };
  expect(await arrives(0)).toEqual([expect.stringContaining('Send it.'), undefined]);
  expect(await arrives(1)).toEqual([expect.stringContaining('ada@example.com'), 'Arrives Wed, Nov 25']);
});
