/**
 * Handles a click on the PayPal button: checks limits, creates the order, opens PayPal's window and handles the approval (R23, R64,
 * R66).
 */

import { api } from '#client/api/api.ts';
import { clientId } from '#client/api/client-id.ts';
import { localPath } from '#client/language/local-path.ts';
import type { HostedButtonFrame } from '#client/product/paypal-place.ts';
import { redirectDelay } from '#lib/bag/checkout-groups.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import * as codes from '#lib/contract/codes.ts';
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { CheckoutGroupInput } from '#lib/contract/wire-checkout-group.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';
import {
  type PayPalButtonLocation,
  type PayPalConfig,
  paypalEntranceCodes,
} from '#lib/paypal/button-visibility.ts';
import { fetchPayPalConfig, payPalState } from './availability.ts';
import { logStep } from './log-step.ts';
import { approvalUrl, rememberRedirect, storePayer } from './redirect.ts';
import { createSession } from './sdk.ts';

type SentItem = RequestInput<Endpoints['POST /api/v1/paypal/convenient/order']>['body']['items'][number];

export interface ExpressSelection {
  /** Items to buy; if empty, a click does nothing (PPX-18). */
  items: (SentItem & { variant_id: number })[];
  /** Displayed amount in major units; the server compares it with the amount that it calculates. */
  amount: number;
  coupon?: string;
  /** The complete bag, with its bundles and gifts. Only for place `bag`. */
  checkouts?: CheckoutGroupInput[];
  /** Token of the checkout to pay, with its shipping, tax and tip. Only for place `checkout`. */
  checkoutToken?: string;
}

export interface ExpressOptions {
  place: PayPalButtonLocation;
  text: ShopTexts['text'];
  /**
   * Called when the button is clicked. Returns the selection, or null if the shopper must choose something first, which the
   * function then explains.
   */
  read: () => ExpressSelection | null;
  /**
   * Opens a checkout for the PayPal order with this id; `ordered` is the selection that the order was created from.
   * @returns the checkout's path, to which the shopper is redirected; null after an error, which the function has displayed
   */
  openCheckout: (paypalOrderId: string, ordered: ExpressSelection) => Promise<string | null>;
  /** Called with an error message for the shopper, which is displayed for `ms` milliseconds (3000 for error 53130). */
  onProblem?: (message: string, ms: number) => void;
}

export interface ExpressFlow {
  /** Loads PayPal's SDK in advance, so that a click can open PayPal's window. */
  prepare(): void;
  pay(): Promise<void>;
  /** Returns PayPal's iframe, which replaces our button if `account_type` is 2. */
  frame(): HostedButtonFrame | null;
}

/** Thrown if the server rejected the order and the reason was displayed: the SDK closes its window, and no other error is shown. */
class RejectedError extends Error {}

/** Returns whether the browser blocked PayPal's window, which the SDK reports as a recoverable error. */
function isBlocked(error: unknown): boolean {
  return (error as { isRecoverable?: boolean } | null)?.isRecoverable === true;
}

export function createFlow(options: ExpressOptions): ExpressFlow {
  let session: ReturnType<typeof createSession> | null = null;
  /** Selection of each created order, by PayPal's order id, because the bag can change while PayPal's window is open. */
  const made = new Map<string, ExpressSelection>();
  /** Returns the id of the latest PayPal order, '' before the first. */
  const newest = () => [...made.keys()].at(-1) ?? '';
  const problem = (message: string, ms = 2000) => options.onProblem?.(message, ms);

  /** Logs PayPal's error message for support, and shows the shopper a general message. */
  function failed(error: unknown): void {
    logStep(newest(), 'failed', error instanceof Error ? error.message : '');
    problem(options.text('payPalOff'));
  }

  /** Returns the selection to buy. Returns null if it is empty, or if its amount is outside PayPal's limits, which a dialog then shows. */
  function selected(): ExpressSelection | null {
    const { config } = payPalState();
    const selection = options.read();
    if (!config || !selection || selection.items.length === 0) return null;
    if (!isOutsideLimits(selection.amount, config)) return selection;
    import('./LimitDialog.tsx').then(
      ({ openLimitDialog }) => openLimitDialog(config, options.text),
      () => problem(options.text('payPalOff')),
    );
    return null;
  }

  /** Creates a PayPal order. @returns PayPal's id of the order. @throws RejectedError */
  async function createOrder(selection: ExpressSelection): Promise<string> {
    const { config } = payPalState();
    const body = {
      items: selection.items,
      entrance: paypalEntranceCodes[options.place],
      timezone_offset: new Date().getTimezoneOffset(),
      distinct_id: clientId(),
      payment_product_title: config?.product_title ?? '',
      payment_account_id: config?.id ?? '',
      coupon: selection.coupon ?? '',
      ...(selection.checkouts ? { checkouts: selection.checkouts } : {}),
      ...(selection.checkoutToken ? { checkout_token: selection.checkoutToken } : {}),
    };
    const call = { query: { amount: selection.amount }, body };
    const answer = await api('POST /api/v1/paypal/convenient/order', call, { timeout: 30_000 });
    if (answer.code === 0 && answer.data) {
      made.set(answer.data, selection);
      return answer.data;
    }
    const isSwitchedOff = answer.code === codes.accountUnavailable;
    problem(answer.msg, isSwitchedOff ? 3000 : 2000);
    if (isSwitchedOff) await fetchPayPalConfig();
    throw new RejectedError();
  }

  /** Opens a checkout for a PayPal order. @returns the checkout's path, null after an error that the shopper has seen */
  async function openCheckout(orderId: string): Promise<string | null> {
    const selection = made.get(orderId);
    if (selection) return options.openCheckout(orderId, selection);
    problem(options.text('payPalOff'));
    return null;
  }

  async function approved(orderId: string): Promise<void> {
    logStep(orderId, 'approved');
    try {
      await storePayer(orderId);
      const address = await openCheckout(orderId);
      if (address !== null) setTimeout(() => location.assign(localPath(address)), redirectDelay);
    } catch {
      // The script that opens the checkout failed to load. Nothing has been paid yet.
      problem(options.text('payPalOff'));
    }
  }

  /** Handles a blocked window: opens the checkout, and then PayPal in the current window (docs/decisions/19-payments.md). */
  async function leave(ordered: Promise<{ orderId: string }>): Promise<void> {
    const { config } = payPalState();
    const { orderId } = await ordered;
    logStep(orderId, 'no-window');
    const checkout = await openCheckout(orderId);
    if (checkout === null || !config) return;
    const from = location.pathname + location.search;
    if (!rememberRedirect({ orderId, checkout, from })) return problem(options.text('payPalBlocked'));
    problem(options.text('payPalLeaving'));
    location.assign(approvalUrl(config, orderId));
  }

  function prepared() {
    const { config } = payPalState();
    if (!config || config.account_type === 2) return null;
    session ??= createSession(config, {
      onApprove: approved,
      onCancel: () => logStep(newest(), 'cancelled'),
      onError: (error) => {
        if (!(error instanceof RejectedError)) failed(error);
      },
    });
    session.catch(() => {
      // Show no error yet: a click reports it, and the next hover, touch or focus loads the SDK again.
      session = null;
    });
    return session;
  }

  return {
    prepare: () => void prepared(),

    async pay() {
      const selection = selected();
      if (!selection) return;
      let ordered: Promise<{ orderId: string }> | null = null;
      try {
        const ready = await prepared();
        if (!ready) return;
        ordered = createOrder(selection).then((orderId) => ({ orderId }));
        // No overlay, because PayPal would add its styles to our page, which the content security policy blocks
        // (docs/decisions/08-security-policy.md).
        await ready.start({ presentationMode: 'popup', fullPageOverlay: { enabled: false } }, ordered);
      } catch (error) {
        if (!ordered || !isBlocked(error)) failed(error);
        else
          await leave(ordered).catch((refused) => {
            if (!(refused instanceof RejectedError)) throw refused;
          });
      }
    },

    frame() {
      const { config } = payPalState();
      if (!config) return null;
      return createHostedButtonFrame(config, options.text('payWith', { name: 'PayPal' }), {
        async createOrder() {
          const selection = selected();
          return selection && createOrder(selection).catch(() => null);
        },
        onApprove: approved,
        onCancel: () => logStep(newest(), 'cancelled'),
      });
    },
  };
}

export interface HostedButtonEvents {
  /** Returns PayPal's order id, or null if no order may be created. */
  createOrder: () => Promise<string | null>;
  onApprove: (orderId: string) => Promise<void>;
  onCancel: () => void;
}

/** Returns the iframe of PayPal's hosted button, and the listener for its messages. @param title accessible name of the iframe */
export function createHostedButtonFrame(
  config: PayPalConfig,
  title: string,
  events: HostedButtonEvents,
): HostedButtonFrame {
  const address = new URL('/hosted-button', config.domain);
  address.searchParams.set('origin', location.origin);
  return {
    address: address.href,
    title,
    listen(frame) {
      async function onMessage({ source, origin, data }: MessageEvent): Promise<void> {
        if (source !== frame.contentWindow || origin !== address.origin) return;
        if (data?.paypal === 'start') {
          const orderId = await events.createOrder();
          const answer = orderId === null ? { paypal: 'abort' } : { paypal: 'order', orderId };
          frame.contentWindow?.postMessage(answer, address.origin);
        }
        if (data?.paypal === 'result' && data.state === 'approved')
          await events.onApprove(String(data.orderId));
        if (data?.paypal === 'result' && data.state !== 'approved') events.onCancel();
      }
      addEventListener('message', onMessage);
      return () => removeEventListener('message', onMessage);
    },
  };
}
