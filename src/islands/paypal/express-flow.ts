/** What happens when the PayPal button is used: limits, order, window, approval (R23, R64, R66). */

import { api } from '#client/api/api.ts';
import { clientId } from '#client/api/client-id.ts';
import { localPath } from '#client/language/local-path.ts';
import type { HostedFrame } from '#client/product/paypal-place.ts';
import { redirectDelay } from '#lib/bag/checkout-groups.ts';
import type { Words } from '#lib/bag/shop-texts.ts';
import * as codes from '#lib/contract/codes.ts';
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { SentGroup } from '#lib/contract/wire-checkout-group.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';
import { entrances, type PayPalConfig, type PayPalPlace } from '#lib/paypal/rules.ts';
import { loadPayPal, payPalState } from './availability.ts';
import { logStep } from './log-step.ts';
import { approvalPage, rememberRedirect, storePayer } from './redirect.ts';
import { createSession } from './sdk.ts';

type SentItem = CallInput<Endpoints['POST /api/v1/paypal/convenient/order']>['body']['items'][number];

export interface ExpressSelection {
  /** What is bought; empty does nothing (PPX-18). */
  items: (SentItem & { variant_id: number })[];
  /** What the shopper is shown for them, in the currency itself; the server compares it with its own. */
  amount: number;
  coupon?: string;
  /** place `bag`: the bag itself, with its sets and gifts. */
  checkouts?: SentGroup[];
  /** place `checkout`: the checkout that is paid, with its shipping, tax and tip. */
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

export interface ExpressFlow {
  /** Loads PayPal's kit, so that a click can open its window. */
  prepare(): void;
  pay(): Promise<void>;
  /** PayPal's own frame, instead of our button (account_type 2). */
  frame(): HostedFrame | null;
}

/** The order was refused and the shopper told why: the kit only has to close its window. */
class RejectedError extends Error {}

/** PayPal's kit marks a window that was not opened as recoverable. */
function isBlocked(error: unknown): boolean {
  return (error as { isRecoverable?: boolean } | null)?.isRecoverable === true;
}

export function createFlow(options: ExpressOptions): ExpressFlow {
  let session: ReturnType<typeof createSession> | null = null;
  /** What each order was made of, by its id: the page goes on behind PayPal's window. */
  const made = new Map<string, ExpressSelection>();
  /** The order in PayPal's window; '' before the first. */
  const newest = () => [...made.keys()].at(-1) ?? '';
  const problem = (message: string, ms = 2000) => options.onProblem?.(message, ms);

  /** PayPal's own words are for support, not for the shopper. */
  function failed(error: unknown): void {
    logStep(newest(), 'failed', error instanceof Error ? error.message : '');
    problem(options.text('payPalOff'));
  }

  /** What is bought, null when there is nothing or PayPal does not take its amount (and said so). */
  function selected(): ExpressSelection | null {
    const { config } = payPalState();
    const selection = options.read();
    if (!config || !selection || selection.items.length === 0) return null;
    if (!isOutsideLimits(selection.amount, config)) return selection;
    import('./LimitDialog.tsx').then(
      ({ showLimits }) => showLimits(config, options.text),
      () => problem(options.text('payPalOff')),
    );
    return null;
  }

  /** @returns PayPal's order id. @throws Refused */
  async function createOrder(selection: ExpressSelection): Promise<string> {
    const { config } = payPalState();
    const body = {
      items: selection.items,
      entrance: entrances[options.place],
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
    if (isSwitchedOff) await loadPayPal();
    throw new RejectedError();
  }

  /** @returns the checkout's address, null when there is none and the shopper was told */
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
      // What opens a checkout is lost: nothing is paid yet.
      problem(options.text('payPalOff'));
    }
  }

  /** No window could be opened: the checkout is opened now, and PayPal in this window (docs/decisions/19-payments.md). */
  async function leave(ordered: Promise<{ orderId: string }>): Promise<void> {
    const { config } = payPalState();
    const { orderId } = await ordered;
    logStep(orderId, 'no-window');
    const checkout = await openCheckout(orderId);
    if (checkout === null || !config) return;
    const from = location.pathname + location.search;
    if (!rememberRedirect({ orderId, checkout, from })) return problem(options.text('payPalBlocked'));
    problem(options.text('payPalLeaving'));
    location.assign(approvalPage(config, orderId));
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
      // Said at the click; the next touch tries again.
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
        // No overlay: PayPal would style it inside our page, which the page's policy refuses (docs/decisions/08-security-policy.md).
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
      return hostedFrame(config, options.text('payWith', { name: 'PayPal' }), {
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

export interface HostedEvents {
  /** PayPal's order id, or null when no order may be made. */
  createOrder: () => Promise<string | null>;
  onApprove: (orderId: string) => Promise<void>;
  onCancel: () => void;
}

/** The frame of this account, to be shown and heard. @param title for screen readers */
export function hostedFrame(config: PayPalConfig, title: string, events: HostedEvents): HostedFrame {
  const address = new URL('/hosted-button', config.domain);
  address.searchParams.set('origin', location.origin);
  return {
    address: address.href,
    title,
    hear(frame) {
      async function hear({ source, origin, data }: MessageEvent): Promise<void> {
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
      addEventListener('message', hear);
      return () => removeEventListener('message', hear);
    },
  };
}
