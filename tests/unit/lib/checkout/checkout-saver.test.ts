import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckoutSaver } from '#lib/checkout/checkout-saver.ts';
import type { Envelope } from '#lib/contract/endpoint.ts';
import type { CheckoutInput, WireCheckout } from '#lib/contract/wire-checkout.ts';

const saved = (): Envelope<WireCheckout> => ({ code: 0, msg: '', data: {} as WireCheckout });
const refused = (code: number): Envelope<WireCheckout> => ({ code, msg: 'No.', data: null });

function setUp() {
  const calls: { changes: CheckoutInput; answer: (envelope: Envelope<WireCheckout>) => void }[] = [];
  const onSaved = vi.fn();
  const onRefused = vi.fn();
  const send = (changes: CheckoutInput) =>
    new Promise<Envelope<WireCheckout>>((answer) => calls.push({ changes, answer }));
  return { calls, onSaved, onRefused, saver: createCheckoutSaver({ send, onSaved, onRefused, wait: 500 }) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('saving the checkout', () => {
  it('sends typed text once, after a moment of quiet [CHK-23]', async () => {
    const { saver, calls } = setUp();
    for (const email of ['a', 'a@', 'a@b.co']) {
      saver.later({ email });
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(calls.map(({ changes }) => changes)).toEqual([{ email: 'a@b.co' }]);
  });

  it('sends a choice at once, together with what waits, address parts merged', async () => {
    const { saver, calls } = setUp();
    saver.later({ address: { city: 'Portland' } });
    void saver.now({ address: { country_code: 'US' }, shipping_id: 'us-express' });
    expect(calls[0]?.changes).toEqual({
      address: { city: 'Portland', country_code: 'US' },
      shipping_id: 'us-express',
    });
  });

  it('has one call under way and sends what came meanwhile in the next', async () => {
    const { saver, calls, onSaved } = setUp();
    void saver.now({ insurance: 1 });
    void saver.now({ insurance: 0 });
    const all = saver.now({ tip: 5 });
    expect(calls).toHaveLength(1);
    calls[0]!.answer(saved());
    await vi.advanceTimersByTimeAsync(0);
    expect(calls[1]?.changes).toEqual({ insurance: 0, tip: 5 });
    calls[1]!.answer(saved());
    expect(await all).toBe(true);
    expect(onSaved).toHaveBeenCalledTimes(2);
  });

  it('goes on saving after a timer that found nothing left to send', async () => {
    const { saver, calls } = setUp();
    void saver.now({ note: 'one' });
    saver.later({ note: 'two' });
    calls[0]!.answer(saved());
    await vi.advanceTimersByTimeAsync(0);
    calls[1]!.answer(saved());
    await vi.advanceTimersByTimeAsync(1000);
    void saver.now({ note: 'three' });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls[2]?.changes).toEqual({ note: 'three' });
  });

  it('keeps changes that met no server for the next call, and drops refused ones', async () => {
    const { saver, calls, onRefused } = setUp();
    const first = saver.now({ email: 'a@b.co' });
    calls[0]!.answer(refused(90000));
    expect(await first).toBe(false);
    expect(saver.unsaved()).toEqual({ email: 'a@b.co' });
    const second = saver.now({ coupon: 'NOPE' });
    expect(calls[1]?.changes).toEqual({ email: 'a@b.co', coupon: 'NOPE' });
    calls[1]!.answer(refused(30001));
    expect(await second).toBe(false);
    expect(saver.unsaved()).toBeNull();
    expect(onRefused).toHaveBeenCalledTimes(2);
  });

  it('names what is not saved yet while the page is left', () => {
    const { saver } = setUp();
    void saver.now({ email: 'a@b.co' });
    saver.later({ note: 'ring twice' });
    expect(saver.unsaved()).toEqual({ email: 'a@b.co', note: 'ring twice' });
  });
});
