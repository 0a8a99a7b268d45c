// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostedButtonFrame } from '#islands/paypal/express-flow.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';

const origin = 'https://pay.example';
const events = {
  createOrder: vi.fn<() => Promise<string | null>>(),
  onApprove: vi.fn(async (_orderId: string) => {}),
  onCancel: vi.fn(),
};
const posted = vi.fn();
const source = { postMessage: posted };
let stop: () => void;

/** Dispatches a message from the frame's window. */
async function say(data: object, from = origin, by: object = source) {
  const event = new MessageEvent('message', { data, origin: from });
  Object.defineProperty(event, 'source', { value: by });
  window.dispatchEvent(event);
  await Promise.resolve();
  await Promise.resolve();
}

beforeEach(() => {
  for (const spy of [...Object.values(events), posted]) spy.mockClear();
  const { listen } = createHostedButtonFrame({ domain: origin } as PayPalConfig, 'Pay with PayPal', events);
  stop = listen({ contentWindow: source } as unknown as HTMLIFrameElement);
});
afterEach(() => stop());

test('makes the order when the frame begins, tells it its id, and says when none may be made [PPX-05, PPX-12]', async () => {
  events.createOrder.mockResolvedValueOnce('PP1').mockResolvedValueOnce(null);
  await say({ paypal: 'start' });
  expect(posted).toHaveBeenLastCalledWith({ paypal: 'order', orderId: 'PP1' }, origin);
  await say({ paypal: 'start' });
  expect(posted).toHaveBeenLastCalledWith({ paypal: 'abort' }, origin);
});

test('goes on with what was approved, and with nothing else [PPX-12]', async () => {
  await say({ paypal: 'result', state: 'approved', orderId: 'PP1' });
  expect(events.onApprove).toHaveBeenCalledExactlyOnceWith('PP1');
  expect(events.onCancel).not.toHaveBeenCalled();
  await say({ paypal: 'result', state: 'canceled' });
  expect(events.onCancel).toHaveBeenCalledOnce();
  expect(events.onApprove).toHaveBeenCalledOnce();
});

test('believes nobody but its own frame, and nobody once it has gone', async () => {
  await say({ paypal: 'result', state: 'approved', orderId: 'X' }, 'https://evil.example');
  await say({ paypal: 'result', state: 'approved', orderId: 'X' }, origin, window);
  stop();
  await say({ paypal: 'result', state: 'approved', orderId: 'X' });
  expect(events.onApprove).not.toHaveBeenCalled();
});
