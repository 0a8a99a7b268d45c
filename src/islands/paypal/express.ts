/**
 * What a PayPal button knows and does, wherever it is shown: our own until a pointer or the focus reaches it, then PayPal's kit
 * behind it. Without React, so that a page can show it before anything else wakes up; what paying needs comes with the first touch.
 *
 * @example
 * const express = createExpress({ place: 'detail', read: () => selection, openCheckout, … });
 * const stop = express.watch(() => show(express.shown()));
 * express.setTotal(42.5); // hides it outside the account's limits
 */

import { hasFailedPay } from '#client/checkout/order-trace.ts';
import type { PayPalControl } from '#client/product/paypal-place.ts';
import { isButtonShown } from '#lib/paypal/rules.ts';
import { payPalState, watchPayPal } from './availability.ts';
import type { ExpressFlow, ExpressOptions } from './express-flow.ts';

export interface Express extends PayPalControl {
  /** The running total, in the currency itself; null while it is not known. */
  setTotal(total: number | null): void;
}

export function createExpress(options: ExpressOptions): Express {
  let total: number | null = null;
  let shown: ReturnType<Express['shown']> = { isShown: false, isKnown: false, isBusy: false, frame: null };
  let tell: (() => void) | null = null;
  let loading: Promise<ExpressFlow> | null = null;

  function set(change: Partial<typeof shown>): void {
    shown = { ...shown, ...change };
    tell?.();
  }

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
    set({ isShown, isKnown: state.startsHidden !== null });
    // A frame that is lost leaves our button, whose click says so; nothing has been pressed yet.
    if (isShown && isHostedAccount()) flow().then(host, () => {});
  }

  /** PayPal's frame takes the place of our button. */
  function host(ready: ExpressFlow): void {
    if (tell && !shown.frame) set({ frame: ready.frame() });
  }

  return {
    shown: () => shown,
    watch(listener) {
      tell = listener;
      const stop = watchPayPal(show);
      return () => {
        tell = null;
        stop();
      };
    },
    setTotal(amount) {
      total = amount;
      show();
    },
    reach() {
      // To reach it is not to press it: what is lost here is said at the click.
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
