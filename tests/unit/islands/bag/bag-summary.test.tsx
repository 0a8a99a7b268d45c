// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BagSummary } from '#islands/bag/BagSummary.tsx';
import type { ExpressOptions } from '#islands/paypal/express-flow.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { emptyPricing } from '#lib/bag/bag-pricing.ts';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import { createBagViewModel } from '#lib/bag/bag-view-model.ts';
import { makeLine } from '#lib/bag/line.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { islandShop } from '../product/form-fixture.ts';

// No stylesheet is fetched here, and PayPal's button only records its options.
vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));
const payPal = vi.hoisted(() => ({ options: null as ExpressOptions | null }));
vi.mock('../../../../src/islands/paypal/PayPalButton.tsx', () => ({
  PayPalButton: (options: ExpressOptions) => {
    payPal.options = options;
    return null;
  },
}));

const bag = { ...emptyBag, lines: [makeLine({ id: 1, sku_id: 2, title: 'Mug', price: 28 }, 'a')] };
const shown = createBagViewModel(bag, { ...emptyPricing(bag), totalPay: 28 }, 'idle', new Map());
const words = createBagTexts(createShopTexts(islandShop), {});
const modal = () => document.querySelector<HTMLDialogElement>('dialog.add-error');

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  document.body.innerHTML = '<div id="live"></div>';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('why PayPal takes no order is said in the error modal for as long as it says, and stays to be read in the bag [PPX-21, PPX-22, ADD-09]', async () => {
  await import('#islands/adding/notices.tsx');
  render(<BagSummary shown={shown} shop={islandShop} texts={words} />);
  vi.useFakeTimers();
  act(() => payPal.options!.onProblem!('PayPal is switched off.', 3000));
  await vi.dynamicImportSettled();
  expect(modal()?.open).toBe(true);
  expect(modal()?.querySelector('p')?.textContent).toBe('PayPal is switched off.');
  vi.advanceTimersByTime(2999);
  expect(modal()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(modal()).toBeNull();
  expect(document.querySelector('.bag-notice')?.textContent).toBe('PayPal is switched off.');
  expect(document.getElementById('live')?.textContent).toBe('PayPal is switched off.');
});

test('the way to the checkout is open as soon as something can be ordered, also while it is priced, and closed where nothing can be priced', () => {
  const summary = (state: typeof shown) => <BagSummary shown={state} shop={islandShop} texts={words} />;
  const { rerender } = render(summary(shown));
  const isOff = () => screen.getByRole('button', { name: 'Checkout' }).getAttribute('aria-disabled');
  expect(isOff()).toBe('false');
  rerender(summary(createBagViewModel(bag, null, 'updating', new Map())));
  expect(isOff()).toBe('false');
  rerender(summary(createBagViewModel(bag, null, 'failed', new Map())));
  expect(isOff()).toBe('true');
  rerender(summary({ ...shown, canCheckout: false }));
  expect(isOff()).toBe('true');
});

test('where prices are shown in another currency, the bag says in which one the order is charged [BAG-13]', () => {
  const tip = 'Your order will be charged in USD';
  render(<BagSummary shown={shown} shop={islandShop} texts={words} />);
  expect(document.body.textContent).not.toContain(tip);
  cleanup();
  const inEuro = Object.create(words, { chargedIn: { value: 'USD' } });
  render(<BagSummary shown={shown} shop={islandShop} texts={inEuro} />);
  expect(document.body.textContent).toContain(tip);
});
