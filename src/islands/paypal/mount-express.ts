/**
 * A PayPal button: our own until a pointer or the focus reaches it, then PayPal's kit behind it.
 * Without React, so that pages can show it before anything else wakes up; what paying needs comes with the first touch.
 *
 * @example
 * const express = mountExpress(element, { place: 'detail', read: () => selection, openCheckout });
 * express.setTotal(42.5); // hides it outside the account's limits
 */

import { hasFailedPay } from '#client/checkout/order-trace.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { SentGroup } from '#lib/contract/wire-checkout-group.ts';
import { isButtonShown, type PayPalPlace } from '#lib/paypal/rules.ts';
import { payPalState, watchPayPal } from './availability.ts';
import type { ExpressFlow } from './express-flow.ts';

export interface ExpressSelection {
  /** What is bought; empty does nothing (PPX-18). */
  items: {
    product_id: number;
    variant_id: number;
    quantity: number;
    pay_amount: number;
    product_title: string;
    tailor_req_list?: { name: string; type: number; value: string }[];
  }[];
  /** What the shopper is shown for them, in the currency itself; the server compares it with its own. */
  amount: number;
  coupon?: string;
  /** place `bag`: the bag itself, with its sets and gifts. */
  checkouts?: SentGroup[];
  distinctId?: string;
  /** place `checkout`: the checkout whose amount is paid. */
  checkoutToken?: string;
}

export interface ExpressOptions {
  place: PayPalPlace;
  /** The shop's words. */
  text: Words['text'];
  /** Read at the click; null when the shopper must choose something first (the caller says so). */
  read: () => ExpressSelection | null;
  /**
   * Opens the checkout of what was read, for the payment with this id; `ordered` is what that payment was made of.
   * @returns its address with the payment, where the shopper is sent; null when it was refused, and the caller said so
   */
  openCheckout: (paypalOrderId: string, ordered: ExpressSelection) => Promise<string | null>;
  /** Words for the shopper; `ms` as the documents say (3000 for 53130). */
  onProblem?: (message: string, ms: number) => void;
}

export interface MountedExpress {
  /** The running total, in the currency itself; null while it is not known. */
  setTotal(total: number | null): void;
  destroy(): void;
}

export function mountExpress(element: HTMLElement, options: ExpressOptions): MountedExpress {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'paypal-button';
  button.append(...labelled(options.text('payWith', { name: '\n' })));
  element.hidden = true;
  let total: number | null = null;
  let isHosted = false;
  let isGone = false;
  let loading: Promise<ExpressFlow> | null = null;

  function flow(): Promise<ExpressFlow> {
    loading ??= import('./express-flow.ts').then(({ createFlow }) => createFlow(options));
    loading.catch(() => {
      // Said at the click; the next touch tries again.
      loading = null;
    });
    return loading;
  }

  function show(): void {
    const state = payPalState();
    const isShown = isButtonShown({ ...state, hasFailedPay: hasFailedPay(), place: options.place, total });
    element.hidden = !isShown;
    // A frame that is lost leaves our button, whose click says so; nobody has pressed anything yet.
    if (isShown && isHostedAccount()) flow().then(host, () => {});
  }

  /** PayPal's frame takes the place of our button. */
  function host(ready: ExpressFlow): void {
    if (isGone || isHosted) return;
    isHosted = true;
    button.remove();
    ready.mountFrame(element);
  }

  async function pay(): Promise<void> {
    button.setAttribute('aria-busy', 'true');
    try {
      const ready = await flow();
      if (isHostedAccount()) host(ready);
      else await ready.pay();
    } catch {
      options.onProblem?.(options.text('payPalOff'), 2000);
    } finally {
      button.removeAttribute('aria-busy');
    }
  }

  for (const event of ['pointerenter', 'touchstart', 'focusin'] as const) {
    // To reach it is not to press it: what is lost here is said at the click.
    button.addEventListener(
      event,
      () =>
        flow().then(
          (ready) => ready.prepare(),
          () => {},
        ),
      { passive: true },
    );
  }
  button.addEventListener('click', () => void pay());
  element.append(button);
  const stop = watchPayPal(show);

  return {
    setTotal(amount) {
      total = amount;
      show();
    },
    destroy() {
      isGone = true;
      stop();
      button.remove();
      // What never came has nothing to end, and nobody is left to be told.
      loading?.then(
        (ready) => ready.destroy(),
        () => {},
      );
    },
  };
}

function isHostedAccount(): boolean {
  return payPalState().config?.account_type === 2;
}

/** The words of the button; the name, wherever a language has it, stands out. @param label with a line break for it */
function labelled(label: string): Node[] {
  const name = document.createElement('b');
  name.textContent = 'PayPal';
  const [before = '', after = ''] = label.split('\n').map((part) => {
    const words = document.createElement('span');
    words.textContent = part.trim();
    return words;
  });
  return [before, ' ', name, ' ', after]
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? document.createTextNode(part) : part));
}
