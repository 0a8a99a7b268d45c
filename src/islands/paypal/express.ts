/**
 * State and actions of a PayPal button, on every page that has one. The button is our own and uses PayPal's SDK once the shopper
 * hovers over, touches or focuses it. This module does not use React, so that a page can show the button before any island
 * hydrates; the payment code loads on the first hover, touch or focus.
 *
 * @example
 * const express = createExpressControl({ place: 'detail', read: () => selection, openCheckout, … });
 * const stop = express.watch(() => show(express.shown()));
 * express.setTotal(42.5); // hides the button if the total is outside the account's limits
 */

import { hasFailedPayment } from '#client/checkout/order-trace.ts';
import type { PayPalControl } from '#client/product/paypal-place.ts';
import { isPayPalButtonVisible } from '#lib/paypal/button-visibility.ts';
import { payPalState, watchPayPal } from './availability.ts';
import type { ExpressFlow, ExpressOptions } from './express-flow.ts';

export interface ExpressControl extends PayPalControl {
  /** Sets the current total in major units; null while it is unknown. */
  setTotal(total: number | null): void;
}

export function createExpressControl(options: ExpressOptions): ExpressControl {
  let total: number | null = null;
  let shown: ReturnType<ExpressControl['shown']> = {
    isShown: false,
    isResolved: false,
    isBusy: false,
    frame: null,
  };
  let onChange: (() => void) | null = null;
  let loading: Promise<ExpressFlow> | null = null;

  function set(change: Partial<typeof shown>): void {
    shown = { ...shown, ...change };
    onChange?.();
  }

  function flow(): Promise<ExpressFlow> {
    loading ??= import('./express-flow.ts').then(({ createFlow }) => createFlow(options));
    loading.catch(() => {
      // Show no error yet: a click reports it, and the next hover, touch or focus loads the script again.
      loading = null;
    });
    return loading;
  }

  function show(): void {
    const state = payPalState();
    const isShown = isPayPalButtonVisible({
      ...state,
      hasFailedPay: hasFailedPayment(),
      place: options.place,
      total,
    });
    set({ isShown, isResolved: state.startsHidden !== null });
    // If the code for PayPal's iframe fails to load, our button stays and a click on it reports the error.
    if (isShown && isHostedAccount()) flow().then(host, () => {});
  }

  /** Replaces our button with PayPal's iframe. */
  function host(ready: ExpressFlow): void {
    if (onChange && !shown.frame) set({ frame: ready.frame() });
  }

  return {
    shown: () => shown,
    watch(listener) {
      onChange = listener;
      const stop = watchPayPal(show);
      return () => {
        onChange = null;
        stop();
      };
    },
    setTotal(amount) {
      total = amount;
      show();
    },
    reach() {
      // Ignore an error here: a click on the button reports it.
      flow().then(
        (ready) => ready.prepare(),
        () => {},
      );
    },
    async press() {
      set({ isBusy: true });
      try {
        const ready = await flow();
        if (isHostedAccount()) host(ready);
        else await ready.pay();
      } catch {
        options.onProblem?.(options.text('payPalOff'), 2000);
      } finally {
        set({ isBusy: false });
      }
    },
  };
}

function isHostedAccount(): boolean {
  return payPalState().config?.account_type === 2;
}
