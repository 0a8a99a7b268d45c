import { describe, expect, test } from 'vitest';
import { resolveAfterAddAction } from '#client/bag/bag-view.ts';
import { emptyPricing, type PricedItem } from '#lib/bag/bag-pricing.ts';
import { createBagViewModel } from '#lib/bag/bag-view-model.ts';
import { checkoutBody, checkoutOutcome, matchesBagAtClick } from '#lib/bag/checkout.ts';
import { redirectDelay, reloadDelay } from '#lib/bag/checkout-groups.ts';
import { getFreeShippingProgress } from '#lib/bag/free-shipping.ts';
import { bagOf, bowl, gift, mug } from './fixtures.ts';

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
    expect(reloadDelay).toBe(3000);
    expect(refused(10110)).toEqual({ kind: 'login' });
    for (const code of [10001, 10429, 40001, 90000])
      expect(refused(code)).toEqual({ kind: 'failed', message: 'words' });
  });
});

describe('a press on a bag that is being priced', () => {
  const bag = bagOf(mug, bowl);
  const pressed = createBagViewModel(bag, null, 'updating', new Map());
  /** Returns the same bag after pricing, with these changes to its second line. */
  const priced = (second: Partial<PricedItem> = {}, of = bag) => {
    const items = of.lines.map(({ random_id, price, quantity }, at): [string, PricedItem] => [
      random_id,
      {
        ...{ quantity, variant_price: price, is_disable_gift: 0, status: 1, problem: '' },
        ...{ origin_amount: price, pay_amount: price },
        ...(at === 1 && second),
      } as PricedItem,
    ]);
    return createBagViewModel(of, { ...emptyPricing(of), items: new Map(items) }, 'idle', new Map());
  };
  const [first, second] = bag.lines as [(typeof bag.lines)[number], (typeof bag.lines)[number]];

  test('goes on with what it showed, cheaper or with a gift too', () => {
    expect(matchesBagAtClick(pressed, priced())).toBe(true);
    expect(matchesBagAtClick(pressed, priced({ variant_price: 30 }))).toBe(true);
    const gifts = bagOf(gift()).lines;
    expect(matchesBagAtClick(pressed, priced({}, { ...bag, lines: [...bag.lines, ...gifts] }))).toBe(true);
    const asleep = { ...second, is_selected: false };
    const half = { ...bag, lines: [first, asleep] };
    expect(matchesBagAtClick(createBagViewModel(half, null, 'updating', new Map()), priced({}, half))).toBe(
      true,
    );
    // A coupon that was applied automatically meanwhile is no obstacle, nor is one that was there before.
    const now = priced();
    expect(matchesBagAtClick(pressed, { ...now, coupon: 'SPRING' })).toBe(true);
    expect(matchesBagAtClick({ ...pressed, coupon: 'SPRING' }, { ...now, coupon: 'SPRING' })).toBe(true);
    const [given] = bagOf(gift()).lines;
    const before = { ...bag, lines: [...bag.lines, given!] };
    // The same gift from a better step is another line.
    const after = { ...bag, lines: [...bag.lines, ...bagOf(gift()).lines] };
    expect(
      matchesBagAtClick(createBagViewModel(before, null, 'updating', new Map()), priced({}, after)),
    ).toBe(true);
  });

  test('is to be looked at first where its coupon or a gift is gone', () => {
    const now = priced();
    const couponed = { ...pressed, coupon: 'SPRING' };
    expect(matchesBagAtClick(couponed, now)).toBe(false);
    expect(matchesBagAtClick(couponed, { ...now, coupon: 'SPRING', needsSecondConfirm: true })).toBe(false);
    const before = { ...bag, lines: [...bag.lines, ...bagOf(gift()).lines] };
    expect(matchesBagAtClick(createBagViewModel(before, null, 'updating', new Map()), now)).toBe(false);
  });

  test.each([
    ['is dearer', priced({ variant_price: 38.01 })],
    ['is sold out', priced({ status: 0, problem: 'sold_out' })],
    ['is not there as often', priced({ problem: 'not_enough' })],
    ['has left', priced({}, { ...bag, lines: [first] })],
    ['is not chosen any more', priced({}, { ...bag, lines: [first, { ...second, is_selected: false }] })],
    ['is more pieces', priced({}, { ...bag, lines: [first, { ...second, quantity: 2 }] })],
    ['has company', priced({}, { ...bag, lines: [...bag.lines, ...bagOf({ ...mug, sku_id: 102 }).lines] })],
  ])('is to be looked at first where a line %s', (_, now) => {
    expect(matchesBagAtClick(pressed, now)).toBe(false);
  });
});

test('after an add: toast, /cart, drawer, or the bag in its style; an unknown mode opens the dropdown [ADD-05, ADD-06]', () => {
  const mode = (name: string, bagStyle: 'dropdown' | 'drawer' = 'drawer') =>
    resolveAfterAddAction({ afterAdd: name, bagStyle });
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
      expect(getFreeShippingProgress(setting, 10)).toBeNull();
    }
    expect(getFreeShippingProgress('59', 10)).not.toBeNull();
  });

  test('is total over threshold, rounded down and capped at 100 [SHIPR-08]', () => {
    expect(getFreeShippingProgress(59, 58.99)).toMatchObject({ percent: 99 });
    expect(getFreeShippingProgress(59, 28)).toMatchObject({ percent: 47, missing: 31 });
    for (const [setting, total] of [
      [59, 59],
      [59, 600],
      [0, 0],
      [-5, 0],
    ] as const) {
      expect(getFreeShippingProgress(setting, total)).toEqual({ percent: 100, missing: 0 });
    }
  });
});
