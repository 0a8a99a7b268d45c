// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordFailedPayment } from '#client/checkout/order-trace.ts';
import { connectPayPalButton } from '#client/product/paypal-place.ts';
import { setEarlyConfig } from '#islands/paypal/availability.ts';
import { createExpressControl, type ExpressControl } from '#islands/paypal/express.ts';
import type { ExpressOptions } from '#islands/paypal/express-flow.ts';
import { handlePayPalReturn } from '#islands/paypal/redirect.ts';
import type { SessionEvents } from '#islands/paypal/sdk.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { createTranslate } from '#lib/messages/format.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';

const kit = vi.hoisted(() => ({
  loads: 0,
  events: null as SessionEvents | null,
  orders: [] as Promise<{ orderId: string }>[],
  start: async (_mode: object, order: Promise<{ orderId: string }>) => {
    kit.orders.push(order);
    await order.catch(() => {});
  },
}));
vi.mock('../../../../src/islands/paypal/sdk.ts', () => ({
  createSession: async (_config: PayPalConfig, events: SessionEvents) => {
    kit.loads += 1;
    kit.events = events;
    return { start: (mode: object, order: Promise<{ orderId: string }>) => kit.start(mode, order) };
  },
}));

const config: PayPalConfig = {
  id: 'paypal',
  account_type: 1,
  client_id: 'client',
  auth_type: 1,
  domain: 'https://pay.example',
  express_pay_show: ['bag', 'detail', 'checkout'],
  min_amount: 10,
  max_amount: 100,
  is_paypal_authorize: false,
  product_title: 'Bowls',
  test_mode: true,
  sdk_url: 'https://pay.example/web-sdk/v6/core',
  currency: 'USD',
};
const item = { product_id: 7, variant_id: 70, quantity: 2, pay_amount: 25, product_title: 'Bowl' };
const payer = { email: 'jane@example.com', phone: '1', address: { city: 'Portland' } };

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}
let calls: Call[];
let answers: Record<string, { code: number; msg?: string; data: unknown }>;
let element: HTMLElement;
let mounted: ExpressControl & { destroy(): void };
let problems: [string, number][];
const openCheckout = vi.fn(
  async (paypalOrderId: string, _ordered: object) => `/1/checkouts/tok?paypalOrderId=${paypalOrderId}`,
);

function mount(change: Partial<ExpressOptions> = {}) {
  element.innerHTML = '<button class="paypal-button">Pay with PayPal</button>';
  const express = createExpressControl({
    place: 'bag',
    text: createTranslate(defaultTexts),
    read: () => ({ items: [item], amount: 50 }),
    openCheckout,
    onProblem: (message, ms) => problems.push([message, ms]),
    ...change,
  });
  mounted = { ...express, destroy: connectPayPalButton(element, express) };
}

const count = (path: string) => calls.filter((call) => call.path === path).length;
const button = () => element.querySelector('button')!;
const settle = () => vi.advanceTimersByTimeAsync(0);

async function shown(change: Partial<ExpressOptions> = {}) {
  mount(change);
  await vi.advanceTimersByTimeAsync(500);
}

async function click() {
  button().click();
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  document.body.innerHTML = '<div id="host"></div>';
  element = document.getElementById('host')!;
  calls = [];
  problems = [];
  Object.assign(kit, { loads: 0, events: null, orders: [] });
  openCheckout.mockClear();
  sessionStorage.clear();
  Object.defineProperty(document, 'readyState', { value: 'complete', configurable: true });
  answers = {
    '/api/v1/paypal/multiple': { code: 0, data: config },
    '/pay/method/sequence': { code: 0, data: [{ method: 'paypal', position: 1, start_hidden: false }] },
    '/api/v1/paypal/multiple/avaliable': { code: 0, data: { available: true } },
    '/api/v1/paypal/convenient/order': { code: 0, data: 'PP1' },
    '/api/v1/paypal/convenient/payer': { code: 0, data: payer },
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    calls.push({
      method: String(init.method),
      path: url.pathname,
      query: url.searchParams,
      body: init.body ? JSON.parse(String(init.body)) : {},
    });
    return new Response(JSON.stringify({ msg: '', ...answers[url.pathname] }));
  });
});

afterEach(() => {
  mounted.destroy();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('what the button knows', () => {
  it('asks for its configuration 500 ms after load and shows then [PPX-01, PPX-03, PPX-04]', async () => {
    mount();
    await vi.advanceTimersByTimeAsync(499);
    expect(calls).toHaveLength(0);
    expect(element.hidden).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(count('/api/v1/paypal/multiple')).toBe(1);
    expect(element.hidden).toBe(false);
  });

  it('takes the configuration that the product page has fetched, once [PPX-03]', async () => {
    setEarlyConfig(JSON.stringify({ code: 0, msg: '', data: config }));
    await shown();
    expect(count('/api/v1/paypal/multiple')).toBe(0);
    expect(element.hidden).toBe(false);
    mounted.destroy();
    await shown();
    expect(count('/api/v1/paypal/multiple')).toBe(1);
  });

  it('fetches the configuration where the product page got none [PPX-03]', async () => {
    setEarlyConfig('TypeError: Failed to fetch');
    await shown();
    expect(count('/api/v1/paypal/multiple')).toBe(1);
    expect(element.hidden).toBe(false);
  });

  it('asks every 10 s whether PayPal is available, for this account [PPX-09, PPX-10]', async () => {
    await shown();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(count('/api/v1/paypal/multiple/avaliable')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(count('/api/v1/paypal/multiple/avaliable')).toBe(1);
    expect(calls.at(-1)?.query.get('account_id')).toBe('paypal');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count('/api/v1/paypal/multiple/avaliable')).toBe(2);
    expect(count('/api/v1/paypal/multiple')).toBe(1);
  });

  it('loads the configuration anew when PayPal is unavailable, and hides while there is none [PPX-11]', async () => {
    await shown();
    answers['/api/v1/paypal/multiple/avaliable'] = { code: 0, data: { available: false } };
    answers['/api/v1/paypal/multiple'] = { code: 0, data: null };
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count('/api/v1/paypal/multiple')).toBe(2);
    expect(element.hidden).toBe(true);
    answers['/api/v1/paypal/multiple'] = { code: 0, data: config };
    await vi.advanceTimersByTimeAsync(10_000);
    expect(element.hidden).toBe(false);
  });

  it('starts hidden when the sequence says so, unless a payment failed before [PPX-07, PPX-08]', async () => {
    answers['/pay/method/sequence'] = {
      code: 0,
      data: [{ method: 'paypal', position: 1, start_hidden: true }],
    };
    await shown();
    expect(element.hidden).toBe(true);
    mounted.destroy();
    recordFailedPayment();
    await shown();
    expect(element.hidden).toBe(false);
  });

  it('hides by the running total in the bag [PPX-16, PPX-17]', async () => {
    await shown();
    for (const [total, hidden] of [
      [9.99, true],
      [10, false],
      [100, false],
      [100.01, true],
    ] as const) {
      mounted.setTotal(total);
      expect(element.hidden).toBe(hidden);
    }
  });

  it('asks once every 10 s however often it goes and comes back while it asks [PPX-09]', async () => {
    const answer = fetch;
    let waiting: (() => void)[] = [];
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answer(address, init);
    });
    mount();
    for (let time = 0; time < 3; time++) {
      await vi.advanceTimersByTimeAsync(500);
      expect(waiting).toHaveLength(2);
      mounted.destroy();
      mount();
      for (const release of waiting) release();
      waiting = [];
      await settle();
    }
    vi.stubGlobal('fetch', answer);
    await vi.advanceTimersByTimeAsync(500);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count('/api/v1/paypal/multiple/avaliable')).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count('/api/v1/paypal/multiple/avaliable')).toBe(2);
  });

  it('is 48 px high [PPX-23]', async () => {
    const style = document.createElement('style');
    style.textContent = readFileSync('src/islands/paypal/paypal.css', 'utf8');
    document.head.append(style);
    await shown();
    expect(getComputedStyle(button()).height).toBe('48px');
    style.remove();
  });
});

describe('paying', () => {
  it('loads PayPal’s kit only when a pointer or the focus reaches the button [PPX-05]', async () => {
    await shown();
    expect(kit.loads).toBe(0);
    button().dispatchEvent(new Event('pointerenter'));
    await vi.dynamicImportSettled();
    await settle();
    expect(kit.loads).toBe(1);
    button().dispatchEvent(new Event('focusin'));
    await settle();
    expect(kit.loads).toBe(1);
  });

  it('shows PayPal’s embedded frame instead when the account is hosted [PPX-05]', async () => {
    answers['/api/v1/paypal/multiple'] = { code: 0, data: { ...config, account_type: 2 } };
    // happy-dom loads no frames and logs an error; only the frame's URL matters here.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await shown();
    await vi.dynamicImportSettled();
    await settle();
    expect(element.querySelector('button')).toBeNull();
    const frame = element.querySelector('iframe')!;
    expect(frame.src).toBe(`https://pay.example/hosted-button?origin=${encodeURIComponent(location.origin)}`);
  });

  it('creates the order with amount, items and account, and keeps what was approved [CHK-03, PPX-12, PPX-19, PPX-20]', async () => {
    await shown();
    await click();
    const created = calls.find((call) => call.path === '/api/v1/paypal/convenient/order');
    expect(created?.query.get('amount')).toBe('50');
    expect(created?.body).toMatchObject({
      items: [item],
      entrance: 1,
      timezone_offset: new Date().getTimezoneOffset(),
      payment_product_title: 'Bowls',
      payment_account_id: 'paypal',
      distinct_id: localStorage.getItem('client_id'),
    });
    expect(await kit.orders[0]).toEqual({ orderId: 'PP1' });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await kit.events?.onApprove('PP1');
    const kept = { orderId: 'PP1', shipping: payer };
    expect(JSON.parse(localStorage.getItem('paypal_order') ?? '')).toEqual(kept);
    await vi.advanceTimersByTimeAsync(299);
    expect(assign).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(assign).toHaveBeenCalledWith('/1/checkouts/tok?paypalOrderId=PP1');
  });

  it('opens the checkout of what was ordered, whatever is chosen behind the window; of no other payment, and says so', async () => {
    let amount = 50;
    await shown({ read: () => ({ items: [item], amount }) });
    await click();
    amount = 75;
    await kit.events!.onApprove('PP1');
    expect(openCheckout).toHaveBeenCalledExactlyOnceWith('PP1', { items: [item], amount: 50 });
    await kit.events!.onApprove('PP2');
    expect(openCheckout).toHaveBeenCalledOnce();
    expect(problems).toEqual([['PayPal is not available at the moment.', 2000]]);
  });

  it('tells the shop what became of the order at PayPal, and PayPal’s own words to nobody else [API-061]', async () => {
    await shown();
    await click();
    kit.events!.onCancel();
    kit.events!.onError(new Error('frame lost'));
    await kit.events!.onApprove('PP1');
    const logged = calls.filter(({ path }) => path === '/api/v1/paypal/log/save').map(({ body }) => body);
    expect(logged).toEqual([
      { paypal_order_id: 'PP1', step: 'cancelled', message: '' },
      { paypal_order_id: 'PP1', step: 'failed', message: 'frame lost' },
      { paypal_order_id: 'PP1', step: 'approved', message: '' },
    ]);
    expect(problems).toEqual([['PayPal is not available at the moment.', 2000]]);
  });

  it('does nothing when nothing is selected [PPX-18]', async () => {
    await shown({ read: () => ({ items: [], amount: 0 }) });
    await click();
    expect(count('/api/v1/paypal/convenient/order')).toBe(0);
    expect(kit.orders).toHaveLength(0);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each([
    ['above the maximum', 100.01],
    ['below the minimum', 9.99],
  ])('opens the limit dialog %s and creates no order [PPX-13, PPX-14, PPX-15]', async (_, amount) => {
    HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
      this.open = true;
    });
    await shown({ place: 'checkout', read: () => ({ items: [item], amount }) });
    await click();
    const dialog = document.querySelector('dialog');
    expect(dialog?.open).toBe(true);
    expect(dialog?.textContent).toContain('PayPal accepts orders from $10.00 to $100.00');
    dialog?.dispatchEvent(new Event('close'));
    expect(count('/api/v1/paypal/convenient/order')).toBe(0);
    expect(kit.orders).toHaveLength(0);
  });

  it('shows the server’s words for 3000 ms and loads the configuration anew on 53130 [PPX-21]', async () => {
    await shown();
    answers['/api/v1/paypal/convenient/order'] = { code: 53130, msg: 'Switched off.', data: null };
    await click();
    await expect(kit.orders[0]).rejects.toThrow();
    expect(problems).toEqual([['Switched off.', 3000]]);
    expect(count('/api/v1/paypal/multiple')).toBe(2);
  });

  it('aborts on any other code or failure and says why [PPX-22]', async () => {
    await shown();
    answers['/api/v1/paypal/convenient/order'] = { code: 10209, msg: 'The total has changed.', data: 'X-1' };
    await click();
    await expect(kit.orders[0]).rejects.toThrow();
    expect(problems).toEqual([['The total has changed.', 2000]]);
    expect(count('/api/v1/paypal/multiple')).toBe(1);
    expect(openCheckout).not.toHaveBeenCalled();
  });

  describe('where no window can be opened', () => {
    const blockedStart = async (_mode: object, order: Promise<{ orderId: string }>) => {
      await order.catch(() => {});
      throw Object.assign(new Error('blocked'), { isRecoverable: true });
    };
    const opened = kit.start;
    let assign: ReturnType<typeof vi.spyOn>;
    beforeEach(() => {
      kit.start = blockedStart;
      assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    });
    afterEach(() => {
      kit.start = opened;
    });

    it('opens the checkout and goes to PayPal in this window, and comes back to it approved [PPX-12, PPX-24]', async () => {
      await shown();
      await click();
      expect(assign).toHaveBeenCalledWith('https://pay.example/checkoutnow?token=PP1');
      expect(count('/api/v1/paypal/convenient/payer')).toBe(0);
      const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
      await handlePayPalReturn(new URLSearchParams('token=PP1&PayerID=J'));
      expect(JSON.parse(localStorage.getItem('paypal_order') ?? '')).toEqual({
        orderId: 'PP1',
        shipping: payer,
      });
      expect(replace).toHaveBeenCalledWith('/1/checkouts/tok?paypalOrderId=PP1');
      await handlePayPalReturn(new URLSearchParams('token=PP1&PayerID=J'));
      expect(replace).toHaveBeenCalledTimes(1);
    });

    it('comes back to the page that was left after cancelling, and heeds no other payment', async () => {
      await shown();
      await click();
      const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
      await handlePayPalReturn(new URLSearchParams('token=PP1'));
      expect(replace).toHaveBeenCalledWith(location.pathname + location.search);
      await click();
      await handlePayPalReturn(new URLSearchParams('token=PP2&PayerID=J'));
      expect(replace).toHaveBeenCalledTimes(1);
      expect(localStorage.getItem('paypal_order')).toBeNull();
    });

    it('stays when the order or the checkout is refused', async () => {
      openCheckout.mockResolvedValueOnce(null as never);
      await shown();
      await click();
      answers['/api/v1/paypal/convenient/order'] = { code: 10209, msg: 'The total has changed.', data: null };
      await click();
      expect(problems).toEqual([['The total has changed.', 2000]]);
      expect(assign).not.toHaveBeenCalled();
    });
  });
});
