import { describe, expect, test } from 'vitest';
import { afterAdd } from '#client/bag/bag-view.ts';
import { checkoutBody, checkoutOutcome } from '#lib/bag/checkout.ts';
import { changedDelay, redirectDelay } from '#lib/bag/checkout-groups.ts';
import { freeShipping } from '#lib/bag/free-shipping.ts';
import { bagOf, bowl, mug } from './fixtures.ts';

const made = (web_url = '/1/checkouts/t') => ({
  code: 0 as const,
  msg: '',
  data: { checkout: { token: 't', web_url } },
});

describe('creating a checkout', () => {
  test('sends the groups of the bag with source 2 [CHK-01]', () => {
    const body = checkoutBody(bagOf(mug, bowl), 2, 'browser-1', new Date(0));
    expect(body).toMatchObject({ source: 2, distinct_id: 'browser-1' });
    expect(body.checkouts[0]!.variant_items.map((item) => item.variant_id)).toEqual([101, 201]);
  });

  test('goes to web_url, 300 ms after the answer [CHK-02, CHK-03, CHK-04]', () => {
    expect(checkoutOutcome(made(), {})).toEqual({ kind: 'leave', address: '/1/checkouts/t' });
    expect(redirectDelay).toBe(300);
  });

  test('carries paypalOrderId, dc and scConfirm, each only when it has a value [CHK-05]', () => {
    const address = (extras: object, url?: string) => {
      const outcome = checkoutOutcome(made(url), extras);
      return outcome.kind === 'leave' ? outcome.address : outcome.kind;
    };
    expect(address({ paypalOrderId: 'P1', dc: 'SAVE 10', scConfirm: true })).toBe(
      '/1/checkouts/t?paypalOrderId=P1&dc=SAVE+10&scConfirm=1',
    );
    expect(address({ paypalOrderId: '', dc: '', scConfirm: false })).toBe('/1/checkouts/t');
    expect(address({ dc: 'A' }, '/1/checkouts/t?x=1')).toBe('/1/checkouts/t?x=1&dc=A');
  });

  test("leaves the page at code 0 only; 10209 is shown for 3 s, 10110 is the login's, the rest may be tried again [CHK-06, CHK-07, CHK-08]", () => {
    const refused = (code: number) => checkoutOutcome({ code, msg: 'words', data: null }, {});
    expect(refused(10209)).toEqual({ kind: 'changed', message: 'words' });
    expect(changedDelay).toBe(3000);
    expect(refused(10110)).toEqual({ kind: 'login' });
    for (const code of [10001, 10429, 40001, 90000])
      expect(refused(code)).toEqual({ kind: 'failed', message: 'words' });
  });
});

test('after an add: toast, /cart, drawer, or the bag in its style; an unknown mode opens the dropdown [ADD-05, ADD-06]', () => {
  const mode = (name: string, bagStyle: 'dropdown' | 'drawer' = 'drawer') =>
    afterAdd({ afterAdd: name, bagStyle });
  expect(['toast', 'to-cart', 'drawer', 'show-bag', 'other', ''].map((name) => mode(name))).toEqual([
    'toast',
    'to-cart',
    'drawer',
    'drawer',
    'dropdown',
    'dropdown',
  ]);
  expect(mode('show-bag', 'dropdown')).toBe('dropdown');
});

describe('free shipping', () => {
  test('is hidden when the threshold is not a number [SHIPR-07]', () => {
    for (const setting of [
      null,
      undefined,
      '',
      ' ',
      'soon',
      '59 USD',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      {},
    ]) {
      expect(freeShipping(setting, 10)).toBeNull();
    }
    expect(freeShipping('59', 10)).not.toBeNull();
  });

  test('is total over threshold, rounded down and capped at 100 [SHIPR-08]', () => {
    expect(freeShipping(59, 58.99)).toMatchObject({ percent: 99 });
    expect(freeShipping(59, 28)).toMatchObject({ percent: 47, missing: 31 });
    for (const [setting, total] of [
      [59, 59],
      [59, 600],
      [0, 0],
      [-5, 0],
    ] as const) {
      expect(freeShipping(setting, total)).toEqual({ percent: 100, missing: 0 });
    }
  });
});
