// @vitest-environment happy-dom
/** A click on PayPal's button before the product page's scripts run. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountProductPage } from '#client/product/page-parts.ts';
import { connectPayPalButton, type PayPalControl } from '#client/product/paypal-place.ts';

const press = vi.fn(async () => {});
let isKnown: boolean;
let change: () => void;
const control: PayPalControl = {
  shown: () => ({ isShown: true, isResolved: isKnown, isBusy: false, frame: null }),
  watch(listener) {
    change = listener;
    listener();
    return () => {};
  },
  reach() {},
  press,
};

beforeEach(() => {
  press.mockClear();
  isKnown = false;
  document.body.innerHTML = `<main id="main"><div class="product" data-product="7">
    <form id="buy"><button type="submit">Add</button></form>
    <div id="paypal-detail" class="paypal-kept" hidden><button type="button">Pay</button></div>
    <a id="elsewhere" href="#x">Elsewhere</a></div></main>`;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #callback: (entries: object[]) => void;
      constructor(callback: (entries: object[]) => void) {
        this.#callback = callback;
      }
      observe(target: Element) {
        this.#callback([{ isIntersecting: true, target }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete (window as { earlyEvents?: unknown }).earlyEvents;
});

/** Stores early clicks as the page does, then starts the scripts. */
async function arrive(...clicked: string[]): Promise<void> {
  const early = clicked.map((selector) => ['click', new WeakRef(document.querySelector(selector)!)]);
  Object.assign(window, { earlyEvents: early });
  const mount = vi.fn(async (element: HTMLElement) => void connectPayPalButton(element, control));
  mountProductPage(async () => ({ mountProductPayPalButton: mount }));
  await vi.waitFor(() => expect(mount).toHaveBeenCalledOnce());
}

it('pays once, as soon as it is known how to [PPX-16]', async () => {
  await arrive('#paypal-detail button');
  const button = document.querySelector('#paypal-detail button')!;
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(press).not.toHaveBeenCalled();
  isKnown = true;
  change();
  change();
  expect(press).toHaveBeenCalledOnce();
});

it('does not pay for who pressed something else, or nothing', async () => {
  await arrive('#elsewhere');
  isKnown = true;
  change();
  expect(press).not.toHaveBeenCalled();
});
