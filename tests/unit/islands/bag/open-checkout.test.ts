// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $displayedBag, priceBag } from '#client/bag/page-pricing.ts';
import { $bag, changeBag } from '#client/bag/store.ts';
import { openCheckout } from '#islands/bag/open-checkout.ts';
import { addLine } from '../../client/bag/add-line.ts';

const called: string[] = [];
/** The data of the endpoint for unit prices. */
let prices: object[] = [];
/** Responds to the open pricing request. */
let answer = (_more: object, _code?: number): void => {};

beforeEach(() => {
  called.length = 0;
  prices = [];
  vi.stubGlobal('fetch', async (path: string) => {
    called.push(path.split('/').at(-1)!);
    if (path.endsWith('/checkout'))
      return Response.json({
        code: 0,
        msg: '',
        data: { checkout: { token: 'T', web_url: '/1/checkouts/T' } },
      });
    const isPrice = path.endsWith('/variant/price');
    if (!path.endsWith('/cart/discount'))
      return Response.json({ code: 0, msg: '', data: isPrice ? prices : [] });
    return new Promise((resolve) => {
      answer = (more, code = 0) => {
        const data = { checkout_items: [], discount_gifts: [], coupon: '', auto_fill_coupon_code: '' };
        const all = { ...data, total_pay_amount: 28, total_discount_amount: 0, ...more };
        resolve(Response.json({ code, msg: '', data: code === 0 ? all : null }));
      };
    });
  });
  changeBag((bag) => ({ ...bag, coupon: '', isCouponFilled: false, lines: [] }));
  addLine({ id: 1, sku_id: 2, title: 'Mug', price: 28 });
  void priceBag();
});
afterEach(() => vi.unstubAllGlobals());

/** Presses the button. @returns the outcome, and whether it is settled */
function press() {
  const state = { isOver: false };
  const given = new AbortController();
  const outcome = openCheckout({}, { shown: $displayedBag.get(), signal: given.signal }).finally(() => {
    state.isOver = true;
  });
  return { state, outcome, giveUp: () => given.abort() };
}

test('waits for the prices of the bag, then opens the checkout', async () => {
  const { state, outcome } = press();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([state.isOver, called.includes('checkout')]).toEqual([false, false]);
  answer({});
  expect(await outcome).toEqual({ kind: 'leave', address: '/1/checkouts/T' });
});

test('opens nothing for a bag that has become another while its prices were awaited', async () => {
  const { outcome } = press();
  changeBag((bag) => ({ ...bag, lines: bag.lines.map((line) => ({ ...line, quantity: 2 })) }));
  await vi.waitFor(() => expect(called.filter((one) => one === 'discount')).toHaveLength(2));
  answer({});
  expect([await outcome, called.includes('checkout')]).toEqual([{ kind: 'unseen' }, false]);
});

test.each([false, true])(
  'opens nothing where discounts do not come (prices do: %s), and leaves the coupon in the bag',
  async (isPlain) => {
    prices = isPlain ? [{ sku_id: 2, sale_price: 28, original_price: 28 }] : [];
    changeBag((bag) => ({ ...bag, coupon: 'SPRING', isCouponFilled: true }));
    const { outcome } = press();
    await vi.waitFor(() => expect(called.filter((one) => one === 'discount')).toHaveLength(2));
    answer({}, 90000);
    expect([await outcome, called.includes('checkout')]).toEqual([{ kind: 'unpriced' }, false]);
    expect([$bag.get().coupon, $displayedBag.get().isPlain]).toEqual(['SPRING', isPlain]);
  },
);

test('opens nothing for a press that was given up', async () => {
  const { outcome, giveUp } = press();
  giveUp();
  answer({});
  await outcome;
  expect(called).not.toContain('checkout');
});

test('looks at the bag that has changed while its script came', async () => {
  answer({});
  await vi.waitFor(() => expect($displayedBag.get().isUpdating).toBe(false));
  const shown = $displayedBag.get();
  changeBag((bag) => ({ ...bag, lines: bag.lines.map((line) => ({ ...line, quantity: 3 })) }));
  const outcome = openCheckout({}, { shown, signal: new AbortController().signal });
  await vi.waitFor(() => expect(called.filter((one) => one === 'discount')).toHaveLength(2));
  answer({});
  expect([await outcome, called.includes('checkout')]).toEqual([{ kind: 'unseen' }, false]);
});

test('asks for no price again that has come while its script came', async () => {
  const shown = $displayedBag.get();
  answer({});
  await vi.waitFor(() => expect($displayedBag.get().isUpdating).toBe(false));
  await openCheckout({}, { shown, signal: new AbortController().signal });
  expect(called.filter((one) => one === 'discount')).toHaveLength(1);
});

test('waits for what follows from the prices: the coupon that fills itself in is ordered with', async () => {
  const { outcome } = press();
  answer({ auto_fill_coupon_code: 'SPRING' });
  await vi.waitFor(() => expect($bag.get().coupon).toBe('SPRING'));
  expect(called).not.toContain('checkout');
  await vi.waitFor(() => expect(called.filter((one) => one === 'discount')).toHaveLength(2));
  answer({ coupon: 'SPRING', total_pay_amount: 25 });
  expect(await outcome).toEqual({ kind: 'leave', address: '/1/checkouts/T?dc=SPRING' });
});

test('has the bag priced where nobody has asked yet', async () => {
  vi.resetModules();
  const { changeBag: change } = await import('#client/bag/store.ts');
  const { $displayedBag: now } = await import('#client/bag/page-pricing.ts');
  const { openCheckout: open } = await import('#islands/bag/open-checkout.ts');
  change((bag) => bag);
  called.length = 0;
  const outcome = open({}, { shown: now.get(), signal: new AbortController().signal });
  await vi.waitFor(() => expect(called).toContain('discount'));
  answer({});
  expect(await outcome).toMatchObject({ kind: 'leave' });
});

test('asks at once for a bag that was priced when it was pressed', async () => {
  answer({});
  await vi.waitFor(() => expect($displayedBag.get().isUpdating).toBe(false));
  void priceBag();
  expect(await press().outcome).toMatchObject({ kind: 'leave' });
});
