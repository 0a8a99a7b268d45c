// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openForm as openAirwallexForm } from '#client/checkout/kits/airwallex.ts';

const listeners: Record<string, () => void> = {};
const element = {
  on: vi.fn((event: string, listener: () => void) => {
    listeners[event] = listener;
  }),
  mount: vi.fn(),
  unmount: vi.fn(),
  confirm: vi.fn(async () => ({})),
};
const events = { onReady: vi.fn(), onUnavailable: vi.fn() };
const host = document.createElement('div');
const open = () =>
  openAirwallexForm(host, {
    kit: { script_url: '', environment: 'demo', public_key: '', is_authorize: false },
    silent: 'No answer.',
    ...events,
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.stubGlobal('AirwallexComponentsSDK', { init: async () => ({}), createElement: async () => element });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('Airwallex’s form is asked for no payment before it is ready [PAY-09]', async () => {
  const form = await open();
  const done = vi.fn();
  const submitted = form.submit(42.5).then(done);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(done).not.toHaveBeenCalled();
  listeners.ready!();
  await submitted;
  expect(done).toHaveBeenCalledWith('');
  expect(events.onReady).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(events.onUnavailable).not.toHaveBeenCalled();
  expect(await form.confirm('secret', '/pay/result')).toBe('');
  expect(element.confirm.mock.calls).toEqual([[{ client_secret: 'secret' }]]);
});

it('Airwallex’s form is given up after 15 s, and works when it comes after all', async () => {
  const form = await open();
  const pressed = form.submit(42.5);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await pressed).toBe('No answer.');
  expect(events.onUnavailable).toHaveBeenCalledOnce();
  listeners.ready!();
  expect(await form.submit(42.5)).toBe('');
});
