/**
 * A PayPal button: our own until a pointer or the focus reaches it, then PayPal's kit behind it (design 7).
 * Without React, so that pages can show it before anything else wakes up.
 *
 * @example
 * const express = mountExpress(element, { place: 'detail', read: () => selection, onApproved: openCheckout });
 * express.setTotal(42.5); // hides it outside the account's limits
 */
import { api } from '#lib/contract/client.ts';
import { entrances, isButtonShown, isOutsideLimits, type PayPalPlace } from '#lib/paypal/rules.ts';
import { type ApprovedPayment, hasFailedPay, saveApproved } from '#lib/paypal/stored.ts';
import { $payPal, loadPayPal, watchPayPal } from './availability.ts';
import { mountHostedFrame } from './hosted-frame.ts';
import { showLimitDialog } from './limit-dialog.ts';

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
  distinctId?: string;
  /** place `checkout`: the checkout whose amount is paid. */
  checkoutToken?: string;
}

export interface ExpressOptions {
  place: PayPalPlace;
  /** Read at the click; null when the shopper must choose something first (the caller says so). */
  read: () => ExpressSelection | null;
  /** The payment is approved and kept under `paypal_order`; the page goes on to its checkout. */
  onApproved: (approved: ApprovedPayment) => void | Promise<void>;
  /** Words for the shopper; `ms` as the documents say (3000 for 53130). */
  onProblem?: (message: string, ms: number) => void;
}

export interface MountedExpress {
  /** The running total, in the currency itself; null while it is not known. */
  setTotal(total: number | null): void;
  destroy(): void;
}

type Session = Awaited<ReturnType<typeof import('./sdk.ts')['createSession']>>;
const notOffered = 'PayPal is not available at the moment.';
const blocked =
  'Your browser did not open PayPal’s window. Please allow pop-ups for this shop and try again.';

/** PayPal's kit marks a window that was not opened as recoverable. */
function isBlocked(error: unknown): boolean {
  return (error as { isRecoverable?: boolean } | null)?.isRecoverable === true;
}

export function mountExpress(element: HTMLElement, options: ExpressOptions): MountedExpress {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'paypal-button';
  button.innerHTML = '<span>Pay with</span> <b>PayPal</b>';
  element.classList.add('paypal-express');
  element.hidden = true;
  let total: number | null = null;
  let session: Promise<Session> | null = null;
  let removeFrame: (() => void) | null = null;

  const problem = (message: string, ms = 2000) => options.onProblem?.(message, ms);

  function show(): void {
    const { config } = $payPal.get();
    const isShown = isButtonShown({
      ...$payPal.get(),
      hasFailedPay: hasFailedPay(),
      place: options.place,
      total,
    });
    element.hidden = !isShown;
    if (isShown && config?.account_type === 2 && !removeFrame) {
      button.remove();
      removeFrame = mountHostedFrame(element, config, {
        createOrder,
        onApprove: approved,
        onCancel: () => {},
      });
    }
  }

  /** @returns PayPal's order id, null when there is nothing to order or it was refused (and said so) */
  async function createOrder(): Promise<string | null> {
    const { config } = $payPal.get();
    const selection = options.read();
    if (!config || !selection || selection.items.length === 0) return null;
    if (isOutsideLimits(selection.amount, config)) {
      showLimitDialog(config);
      return null;
    }
    const answer = await api(
      'POST /api/v1/paypal/convenient/order',
      {
        query: { amount: selection.amount },
        body: {
          items: selection.items,
          entrance: entrances[options.place],
          timezone_offset: new Date().getTimezoneOffset(),
          distinct_id: selection.distinctId ?? '',
          payment_product_title: config.product_title,
          payment_account_id: config.id,
          coupon: selection.coupon ?? '',
          ...(selection.checkoutToken ? { checkout_token: selection.checkoutToken } : {}),
        },
      },
      { timeout: 30_000 },
    );
    if (answer.code === 0) return answer.data;
    if (answer.code === 53130) {
      problem(answer.msg, 3000);
      await loadPayPal();
      return null;
    }
    problem(answer.msg);
    return null;
  }

  async function approved(orderId: string): Promise<void> {
    const payer = await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id: orderId } });
    const kept: ApprovedPayment = { orderId, shipping: payer.code === 0 ? payer.data : null };
    saveApproved(kept);
    await options.onApproved(kept);
  }

  function prepare(): Promise<Session> | null {
    const { config } = $payPal.get();
    if (!config || config.account_type === 2) return null;
    session ??= import('./sdk.ts').then(({ createSession }) =>
      createSession(config, {
        onApprove: approved,
        onCancel: () => {},
        onError: (error) => {
          if (!(error instanceof Refused)) problem(notOffered);
        },
      }),
    );
    session.catch(() => {
      // Said at the click; the next touch tries again.
      session = null;
    });
    return session;
  }

  async function pay(): Promise<void> {
    const { config } = $payPal.get();
    const selection = options.read();
    if (!config || !selection || selection.items.length === 0) return;
    if (isOutsideLimits(selection.amount, config)) {
      showLimitDialog(config);
      return;
    }
    button.setAttribute('aria-busy', 'true');
    try {
      const ready = await prepare();
      // No overlay: PayPal would style it inside our page, which the page's policy refuses (decision 0070).
      await ready?.start({ presentationMode: 'popup', fullPageOverlay: { enabled: false } }, orderPromise());
    } catch (error) {
      problem(isBlocked(error) ? blocked : notOffered);
    } finally {
      button.removeAttribute('aria-busy');
    }
  }

  async function orderPromise(): Promise<{ orderId: string }> {
    const orderId = await createOrder();
    if (orderId === null) throw new Refused();
    return { orderId };
  }

  for (const event of ['pointerenter', 'touchstart', 'focusin'] as const) {
    button.addEventListener(event, () => void prepare(), { passive: true });
  }
  button.addEventListener('click', () => void pay());
  element.append(button);
  const stopWatching = watchPayPal();
  const stopListening = $payPal.subscribe(show);

  return {
    setTotal(amount) {
      total = amount;
      show();
    },
    destroy() {
      stopListening();
      stopWatching();
      removeFrame?.();
      button.remove();
    },
  };
}

/** The order was refused and the shopper told why: the kit only has to close its window. */
class Refused extends Error {}
