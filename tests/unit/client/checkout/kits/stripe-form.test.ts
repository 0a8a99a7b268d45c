// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openForm as openStripeForm } from '#client/checkout/kits/stripe.ts';
import type { PaymentFormOptions } from '#lib/checkout/place-order.ts';

const loaded = vi.hoisted(() => ({ order: [] as string[], loadStripe: vi.fn() }));
vi.mock('@stripe/stripe-js/pure/index.mjs', () => ({ loadStripe: loaded.loadStripe }));
vi.mock('#client/loading/load-script.ts', () => ({
  loadScript: async (address: string) => void loaded.order.push(address),
}));

const listeners: Record<string, () => void> = {};
const element = {
  on: vi.fn((event: string, listener: () => void) => {
    listeners[event] = listener;
  }),
  mount: vi.fn(),
  destroy: vi.fn(),
};
const elements = { create: vi.fn(() => element), submit: vi.fn(), update: vi.fn() };
const stripe = { elements: vi.fn(() => elements), confirmPayment: vi.fn() };
const payer = {
  ...{ email: 'a@b.co', name: 'Ada Lovelace' },
  address: { country: 'US', postal_code: '97201' },
};
const options: PaymentFormOptions = {
  kit: { public_key: 'pk_1', script_url: '', environment: '', is_authorize: false },
  ...{ total: 42.5, currency: 'USD', silent: 'Stripe is silent.', onReady: vi.fn(), onUnavailable: vi.fn() },
  payer: () => payer,
};
let host: HTMLElement;

beforeEach(() => {
  vi.clearAllMocks();
  loaded.order.length = 0;
  loaded.loadStripe.mockImplementation(async () => {
    loaded.order.push('kit');
    return stripe;
  });
  elements.submit.mockResolvedValue({ selectedPaymentMethod: 'card' });
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
  document.documentElement.lang = 'de';
  host = document.createElement('div');
  document.body.append(host);
});
afterEach(() => host.remove());

/** Opens the form; its frame is still loading. */
const openLate = (more: Partial<PaymentFormOptions> = {}) => openStripeForm(host, { ...options, ...more });
const open = async (more: Partial<PaymentFormOptions> = {}) => {
  const form = await openLate(more);
  listeners.ready!();
  return form;
};

describe('Stripe’s form', () => {
  it('is opened for the amount in Stripe’s units, in the page’s language, with what is known of the payer', async () => {
    await open();
    expect(loaded.order).toEqual(['kit']);
    expect(loaded.loadStripe).toHaveBeenCalledWith('pk_1', { locale: 'de' });
    expect(stripe.elements).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'payment', amount: 4250, currency: 'usd' }),
    );
    expect(stripe.elements.mock.calls[0]).not.toMatchObject([{ captureMethod: 'manual' }]);
    expect(elements.create).toHaveBeenCalledWith(
      'payment',
      expect.objectContaining({ defaultValues: { billingDetails: payer } }),
    );
    expect(element.mount).toHaveBeenCalledWith(host);
    await open({ total: 1250, currency: 'JPY', kit: { ...options.kit, is_authorize: true } });
    expect(stripe.elements).toHaveBeenLastCalledWith(
      expect.objectContaining({ amount: 1250, currency: 'jpy', captureMethod: 'manual' }),
    );
  });

  it('has the stand-in’s script before the kit asks for its own, and takes no kit that is not there', async () => {
    await open({ kit: { ...options.kit, script_url: 'http://localhost:1/stripe/v3.js' } });
    expect(loaded.order).toEqual(['http://localhost:1/stripe/v3.js', 'kit']);
    loaded.loadStripe.mockResolvedValue(null);
    await expect(open()).rejects.toThrow();
    await expect(open({ total: 12.5, currency: 'KRW' })).rejects.toThrow(RangeError);
  });

  it('is submitted in the click itself while the total is the one it shows, and is told another before', async () => {
    const form = await open();
    const done = form.submit(42.5);
    expect(elements.submit).toHaveBeenCalledTimes(1);
    expect(await done).toBe('');
    expect(elements.update).not.toHaveBeenCalled();
    await form.amend(50);
    await form.submit(50);
    expect(elements.update.mock.calls).toEqual([[{ amount: 5000 }]]);
    await form.submit(51);
    expect(elements.update.mock.calls).toEqual([[{ amount: 5000 }], [{ amount: 5100 }]]);
  });

  it('asks a form that is ready late once, as soon as it is [PAY-09]', async () => {
    const form = await openLate();
    const done = form.submit(42.5);
    await Promise.resolve();
    expect(elements.submit).not.toHaveBeenCalled();
    listeners.ready!();
    expect(await done).toBe('');
    expect(elements.submit).toHaveBeenCalledOnce();
    expect(options.onReady).toHaveBeenCalledOnce();
  });

  it('waits no longer for a form that is not ready within 15 s, or cannot be loaded', async () => {
    vi.useFakeTimers();
    try {
      const slow = await openLate();
      const pressed = slow.submit(42.5);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await pressed).toBe('Stripe is silent.');
      expect(options.onUnavailable).toHaveBeenCalledOnce();
      listeners.ready!();
      expect(await slow.submit(42.5)).toBe('');

      const broken = await openLate();
      const waits = broken.submit(42.5);
      listeners.loaderror!();
      expect(await waits).toBe('Stripe is silent.');
      await vi.advanceTimersByTimeAsync(15_000);
      expect(options.onUnavailable).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is confirmed with the secret and the payer as known by then, and leaves the page only where it must', async () => {
    const told = vi.fn(() => payer);
    const form = await open({ payer: told });
    const moved = { ...payer, address: { country: 'DE' } };
    told.mockReturnValue(moved as typeof payer);
    expect(await form.confirm('pi_1_secret_2', '/pay/result?order_no=A-1')).toBe('');
    expect(stripe.confirmPayment).toHaveBeenCalledWith({
      elements,
      clientSecret: 'pi_1_secret_2',
      confirmParams: {
        return_url: `${location.origin}/pay/result?order_no=A-1`,
        payment_method_data: { billing_details: moved },
      },
      redirect: 'if_required',
    });
  });

  it.each([
    [{ type: 'card_error', message: 'Your card was declined.' }, 'Your card was declined.'],
    [
      { type: 'validation_error', message: 'Your card number is incomplete.' },
      'Your card number is incomplete.',
    ],
    [
      {
        ...{ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
        message: 'We are unable to authenticate.',
      },
      'We are unable to authenticate.',
    ],
    [{ type: 'invalid_request_error', message: 'No such payment_intent' }, 'Stripe is silent.'],
    [{ type: 'api_connection_error', message: 'Fetch failed' }, 'Stripe is silent.'],
    [{ type: 'card_error' }, 'Stripe is silent.'],
  ])('says words for shoppers, and in place of those for developers our own: %j', async (error, words) => {
    const form = await open();
    stripe.confirmPayment.mockResolvedValue({ error });
    elements.submit.mockResolvedValue({ error });
    expect(await form.confirm('s', '/pay/result')).toBe(words);
    expect(await form.submit(42.5)).toBe(words);
  });

  it('sends a total again that Stripe did not take, and is not submitted with the old one [CR-2]', async () => {
    const form = await open();
    elements.update.mockRejectedValueOnce(new Error('IntegrationError'));
    await expect(form.amend(50)).rejects.toThrow();
    elements.update.mockImplementationOnce(() => {
      throw new Error('IntegrationError');
    });
    expect(await form.submit(50)).toBe('Stripe is silent.');
    expect(elements.submit).not.toHaveBeenCalled();
    expect(await form.submit(50)).toBe('');
    expect(elements.update).toHaveBeenCalledTimes(3);
    expect(elements.update).toHaveBeenLastCalledWith({ amount: 5000 });
    expect(elements.submit).toHaveBeenCalledOnce();
  });

  it('answers a submit that throws, and an amount that Stripe cannot have, with a message [CR-2]', async () => {
    const form = await open({ currency: 'KRW', total: 1000 });
    expect(await form.submit(12.5)).toBe('Stripe is silent.');
    elements.submit.mockRejectedValueOnce(new Error('IntegrationError'));
    expect(await form.submit(1000)).toBe('Stripe is silent.');
    expect(await form.submit(1000)).toBe('');
  });

  it('says that Stripe is silent when the kit fails', async () => {
    const form = await open();
    stripe.confirmPayment.mockRejectedValue(new Error('IntegrationError'));
    expect(await form.confirm('s', '/pay/result')).toBe('Stripe is silent.');
  });
});
