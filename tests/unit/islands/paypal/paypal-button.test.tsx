// @vitest-environment happy-dom
/** PayPal's button as an island. express.test.ts tests its behaviour. */
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExpressOptions } from '#islands/paypal/express-flow.ts';
import { PayPalButton } from '#islands/paypal/PayPalButton.tsx';
import { defaultTexts } from '#lib/messages/default.ts';
import { createTranslate } from '#lib/messages/format.ts';

const kit = vi.hoisted(() => ({
  accountType: 1,
  prepared: 0,
  read: [] as unknown[],
  heard: [] as string[],
  pay: Promise.withResolvers<void>(),
  stopped: 0,
}));
vi.mock('#islands/paypal/availability.ts', () => ({
  payPalState: () => ({
    config: { account_type: kit.accountType, express_pay_show: ['bag'], min_amount: 10, max_amount: 100 },
    isAvailable: true,
    startsHidden: false,
  }),
  watchPayPal: (listener: () => void) => {
    listener();
    return () => {
      kit.stopped += 1;
    };
  },
}));
vi.mock('#islands/paypal/express-flow.ts', () => ({
  createFlow: (options: ExpressOptions) => ({
    prepare: () => {
      kit.prepared += 1;
    },
    pay: () => {
      kit.read.push(options.read());
      return kit.pay.promise;
    },
    frame: () => ({
      address: 'https://pay.example/hosted-button',
      title: 'Pay with PayPal',
      listen: (frame: HTMLIFrameElement) => {
        kit.heard.push(frame.src);
        return () => kit.heard.push('no more');
      },
    }),
  }),
}));

const options = (amount: number, total: number | null = amount) => ({
  place: 'bag' as const,
  text: createTranslate(defaultTexts),
  read: () => ({ items: [], amount }),
  openCheckout: async () => null,
  total,
});
const button = () => document.querySelector('button')!;
const isHidden = () => document.querySelector<HTMLElement>('div > div')!.hidden;
const settle = () => act(() => vi.dynamicImportSettled());

beforeEach(() => {
  const pay = Promise.withResolvers<void>();
  Object.assign(kit, { accountType: 1, prepared: 0, read: [], heard: [], pay, stopped: 0 });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('loads the kit when it is reached, and pays what is in the bag at the click [PPX-05, PPX-19]', async () => {
  const { rerender, unmount } = render(<PayPalButton {...options(50)} />);
  const first = button();
  expect(first.textContent?.trim()).toBe('Pay with PayPal');
  for (const reach of [fireEvent.pointerEnter, fireEvent.touchStart, fireEvent.focus]) reach(first);
  await settle();
  expect(kit.prepared).toBe(3);
  rerender(<PayPalButton {...options(75)} />);
  fireEvent.click(first);
  await settle();
  expect(kit.read).toEqual([{ items: [], amount: 75 }]);
  expect(button()).toBe(first);
  expect(first.getAttribute('aria-busy')).toBe('true');
  await act(async () => kit.pay.resolve());
  expect(first.getAttribute('aria-busy')).toBeNull();
  unmount();
  expect(kit.stopped).toBe(1);
});

test('hides by the running total [PPX-16, PPX-17]', () => {
  const { rerender } = render(<PayPalButton {...options(9.99)} />);
  expect(isHidden()).toBe(true);
  for (const [total, hidden] of [
    [10, false],
    [100, false],
    [100.01, true],
  ] as const) {
    rerender(<PayPalButton {...options(total)} />);
    expect(isHidden()).toBe(hidden);
  }
});

test('gives a hosted account’s frame the button’s place, and hears it until it goes [PPX-05]', async () => {
  kit.accountType = 2;
  const { unmount } = render(<PayPalButton {...options(50)} />);
  await settle();
  expect(document.querySelector('button')).toBeNull();
  expect(document.querySelector('iframe')?.title).toBe('Pay with PayPal');
  expect(kit.heard).toEqual(['https://pay.example/hosted-button']);
  unmount();
  expect(kit.heard.at(-1)).toBe('no more');
});
