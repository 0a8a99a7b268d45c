// @vitest-environment happy-dom
/** The bag page and the dropdown with a responding shop: checkout, failures, storage, closing. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeBag, openBag } from '#client/bag/bag-view.ts';
import { priceBag } from '#client/bag/page-pricing.ts';
import { $bag, changeBag } from '#client/bag/store.ts';
import BagDrawer from '#islands/bag/BagDrawer.tsx';
import BagPage from '#islands/bag/BagPage.tsx';
import { decodeBag } from '#lib/bag/bag-codec.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { addLine } from '../../client/bag/add-line.ts';

// No stylesheet is fetched here, and PayPal has its own tests.
vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));
vi.mock('../../../../src/islands/paypal/PayPalButton.tsx', () => ({ PayPalButton: () => null }));

const shop = {
  currency: usdConfig,
  texts: {},
  bag: {
    ...{ afterAdd: 'show-bag', bagStyle: 'dropdown', bagIcon: 'popup', bagBadgeStyle: 'number' },
    ...{ bagSelection: 'shown', freeShippingThreshold: 59, toastDuration: 1000 },
  },
};
const mug = { id: 1, sku_id: 2, title: 'Mug', price: 28 };
const ok = (data: unknown) => ({ code: 0, msg: '', data });

interface SentItem {
  variant_id: number;
  quantity: number;
  is_selected: number;
  random_id: string;
}
type Answer = (body: { checkouts: { variant_items: SentItem[] }[] }) => object;

/** The shop's responses by the end of the path; each test replaces those it needs. */
const answers: Record<string, Answer> = {};
const sent: { path: string; body: Record<string, unknown> }[] = [];
const calls = (path: string) => sent.filter((call) => call.path.endsWith(path));

const discount: Answer = ({ checkouts }) => {
  const items = checkouts.flatMap(({ variant_items }) => variant_items);
  const total = items.reduce((sum, { quantity, is_selected }) => sum + 28 * quantity * is_selected, 0);
  const priced = items.map((item) => ({
    ...{ ...item, variant_price: 28, original_price: 28, is_gift: 0, is_disable_gift: 0, status: 1 },
    ...{ problem: '', gift_discount_id: null, discount_amount: 0 },
    ...{ origin_amount: 28 * item.quantity, pay_amount: 28 * item.quantity },
  }));
  return ok({
    checkout_items: [{ variant_items: priced }],
    ...{ total_pay_amount: total, total_discount_amount: 0, discount_gifts: [], gift_products: [] },
    ...{ auto_fill_coupon_code: '', coupon: '', need_second_confirm: false },
  });
};

const live = () => document.getElementById('live')?.textContent;
const total = () => document.querySelector('.bag-total span:last-child')?.textContent;
const notices = () => [...document.querySelectorAll('.bag-notice')].map(({ textContent }) => textContent);
const way = () => screen.getByRole('button', { name: /^Checkout/ });

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
  for (const path of Object.keys(answers)) delete answers[path];
  Object.assign(answers, {
    '/cart/discount': discount,
    '/variant/price': () => ok([{ sku_id: 2, sale_price: 28, original_price: 28, tailor_status: 1 }]),
    '/api/v1/checkout': () => ok({ checkout: { token: 'T', web_url: '#checkout' } }),
  } satisfies Record<string, Answer>);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? '{}'));
    sent.push({ path, body });
    const end = Object.keys(answers).find((one) => path.endsWith(one));
    return Response.json(end ? answers[end]!(body) : ok([]));
  });
  document.body.innerHTML = `<div id="live"></div><script type="application/json" id="shop">${JSON.stringify(shop)}</script>`;
  location.hash = '';
  changeBag((bag) => ({ ...bag, coupon: '', lines: [] }));
});
afterEach(() => {
  cleanup();
  closeBag();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders the bag page with one mug, priced. */
async function openPage(): Promise<void> {
  addLine(mug);
  await priceBag();
  render(<BagPage />);
  await vi.waitFor(() => expect(total()).toBe('$28.00'), 15_000);
}

/** Presses the checkout button and waits for the request. */
async function press(): Promise<void> {
  await import('#islands/bag/open-checkout.ts');
  const before = calls('/api/v1/checkout').length;
  await act(async () => {
    fireEvent.click(way());
    await vi.waitFor(() => expect(calls('/api/v1/checkout')).toHaveLength(before + 1));
  });
  await act(async () => {});
}

describe('the way to the checkout', () => {
  test('a 10209 is shown for 3 s, then the page loads again and shows it once more [CHK-06, CHK-07]', async () => {
    await openPage();
    answers['/api/v1/checkout'] = () => ({ code: 10209, msg: 'Mug has changed its price.', data: null });
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    vi.useFakeTimers();
    await press();
    expect(notices()).toEqual(['Mug has changed its price.']);
    expect(live()).toBe('Mug has changed its price.');
    vi.advanceTimersByTime(2999);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledOnce();
    vi.useRealTimers();
    for (const shown of [['Mug has changed its price.'], []]) {
      cleanup();
      render(<BagPage />);
      await vi.waitFor(() => expect(total()).toBe('$28.00'));
      await vi.waitFor(() => expect(notices()).toEqual(shown));
      expect(sessionStorage.getItem('bag_changed')).toBeNull();
    }
  });

  test('a failure is shown, the button is free again, and the next press leads on [CHK-08]', async () => {
    await openPage();
    answers['/api/v1/checkout'] = () => {
      throw new TypeError('offline');
    };
    await press();
    await vi.waitFor(() => expect(notices()).toEqual(['We could not reach the shop. Try again.']));
    expect(way().getAttribute('aria-busy')).toBe('false');
    expect(location.hash).toBe('');
    answers['/api/v1/checkout'] = () => ok({ checkout: { token: 'T', web_url: '#checkout' } });
    await press();
    expect(notices()).toEqual([]);
    await vi.waitFor(() => expect(location.hash).toBe('#checkout'));
  });

  test('a login that is needed comes first, and leads back to the bag [CHK-09]', async () => {
    await openPage();
    answers['/api/v1/checkout'] = () => ({ code: 10110, msg: 'Please log in.', data: null });
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await press();
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
    const from = encodeURIComponent(location.pathname + location.search);
    expect(left).toHaveBeenCalledWith(`/login?return_url=${from}`);
    expect([notices(), way().getAttribute('aria-busy')]).toEqual([[], 'false']);
  });
});

test('the last line deleted leaves the empty bag, announces the removal, and links to the shop [LINE-11]', async () => {
  await openPage();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Mug' }));
  expect(document.querySelectorAll('.bag-line')).toHaveLength(0);
  await screen.findByText('Your shopping cart is empty', {}, { timeout: 15_000 });
  expect(live()).toBe('Mug removed');
  expect(screen.getByRole('link', { name: 'Continue shopping' }).getAttribute('href')).toBe('/');
});

test('where discounts fail the lines stay with their plain total and no saving, until another attempt succeeds [DISC-15]', async () => {
  await openPage();
  answers['/cart/discount'] = () => ({ code: 90000, msg: 'down', data: null });
  answers['/variant/inventory'] = () =>
    ok([
      {
        sku_id: 2,
        sale_inventory_quantity: 9,
        sale_status: 1,
        is_product_deleted: false,
        is_product_published: true,
      },
    ]);
  await act(async () => {
    addLine(mug);
    await priceBag();
  });
  expect(notices()).toEqual(['Discounts could not be calculated. Prices are shown without them. Try again']);
  expect(document.querySelectorAll('.bag-line')).toHaveLength(1);
  expect(total()).toBe('$56.00');
  expect(document.querySelector('.bag-saved')).toBeNull();
  answers['/cart/discount'] = discount;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(notices()).toEqual([]));
  expect(total()).toBe('$56.00');
});

test('a bag that could not be priced offline is priced when the browser is online again [PRICE-18]', async () => {
  await openPage();
  for (const path of ['/cart/discount', '/variant/price', '/variant/inventory'])
    answers[path] = () => {
      throw new TypeError('offline');
    };
  await act(async () => {
    addLine(mug);
    await priceBag();
  });
  expect(total()).not.toBe('$56.00');
  expect(document.querySelectorAll('.bag-line')).toHaveLength(1);
  Object.assign(answers, { '/cart/discount': discount, '/variant/inventory': () => ok([]) });
  act(() => void dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect([total(), notices()]).toEqual(['$56.00', []]));
});

test('with a full storage the bag goes on, and shows that it will not last', async () => {
  await openPage();
  const { localStorage } = window;
  const full = {
    getItem: (key: string) => localStorage.getItem(key),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(full as unknown as Storage);
  await act(async () => {
    addLine(mug);
    await priceBag();
  });
  expect(notices()).toEqual([expect.stringContaining('blocks storage')]);
  expect(total()).toBe('$56.00');
  vi.restoreAllMocks();
  act(() => addLine(mug));
  expect(notices()).toEqual([]);
});

test('a page that comes back from the back-forward cache shows the bag of now, priced again', async () => {
  await openPage();
  // The store reapplies recent changes of this page; a minute later it no longer does.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  const stored = decodeBag(localStorage.getItem('cart'));
  const lines = stored.lines.map((line) => ({ ...line, quantity: 3 }));
  localStorage.setItem('cart', JSON.stringify({ version: 1, lines }));
  const restore = (persisted: boolean) =>
    act(async () => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
  await restore(false);
  expect($bag.get().lines[0]!.quantity).toBe(1);
  await restore(true);
  await vi.waitFor(() => expect($bag.get().lines[0]!.quantity).toBe(3));
  await vi.waitFor(() => expect(total()).toBe('$84.00'));
  // The bag is the same, but its prices may have changed meanwhile.
  const asked = calls('/cart/discount').length;
  await restore(false);
  expect(calls('/cart/discount')).toHaveLength(asked);
  await restore(true);
  await vi.waitFor(() => expect(calls('/cart/discount')).toHaveLength(asked + 1));
});

describe('the dropdown', () => {
  const isOpen = () => document.querySelector<HTMLDialogElement>('dialog.bag')!.open;
  const open = async () => {
    render(<BagDrawer />);
    act(() => openBag('dropdown'));
    await vi.waitFor(() => expect(document.querySelector('.bag-body')).not.toBeNull(), 15_000);
  };

  test('closes 120 ms after a click on the overlay or the close icon [BAG-19, BAG-20, BAG-21]', async () => {
    addLine(mug);
    await open();
    vi.useFakeTimers();
    const controls = [
      () => document.querySelector('dialog.bag')!,
      () => screen.getByRole('button', { name: 'Close' }),
    ];
    for (const control of controls) {
      act(() => openBag('dropdown'));
      fireEvent.click(control());
      act(() => void vi.advanceTimersByTime(119));
      expect(isOpen()).toBe(true);
      act(() => void vi.advanceTimersByTime(1));
      expect(isOpen()).toBe(false);
    }
    act(() => openBag('dropdown'));
    fireEvent.click(document.querySelector('.bag-inner')!);
    act(() => void vi.advanceTimersByTime(1000));
    expect(isOpen()).toBe(true);
  });

  test('is empty where the bag has no lines [BAG-17, BAG-18]', async () => {
    await open();
    await screen.findByText('Your shopping cart is empty');
    expect(screen.getByRole('link', { name: 'Continue shopping' }).getAttribute('href')).toBe('/');
    expect(document.querySelector('.bag-foot')).toBeNull();
  });
});
