/** Handles the pay button: saves the checkout, checks amount limits, places the order, pays, and reports errors. */

import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { recordFailedPayment, rememberOrder, savedPayer } from '#client/checkout/order-trace.ts';
import { localPath } from '#client/language/local-path.ts';
import { sendEvent } from '#client/marketing/start-marketing.ts';
import { loadFailedMessage } from '#client/page/announce.ts';
import { onRestore } from '#client/page/on-restore.ts';
import { $country } from '#client/stores/country.ts';
import { type CheckoutPaymentMethod, type PaymentForm, placeOrder } from '#lib/checkout/place-order.ts';
import * as codes from '#lib/contract/codes.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { toEventProducts } from '#lib/marketing/shop-event.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';
import type { CardFrame } from './card-frame.ts';
import type { CheckoutTexts } from './texts.ts';
import type { MoneyFormatter } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';
import { type PaymentFailure, readPaymentFailure, useEarlierFailure } from './use-payment-failure.ts';

type AccountLimits = ResponseData<Endpoints['GET /api/v1/payments/account/order/amount/limit']>;

const cachedLimits = new Map<string, AccountLimits>();

/** Fetches the amount limits of a payment account. @returns null if they cannot be fetched; the server checks the amount in any case */
async function limitsOf({ account_id, provider }: CheckoutPaymentMethod): Promise<AccountLimits | null> {
  const key = `${provider} ${account_id}`;
  const before = cachedLimits.get(key);
  if (before) return before;
  const call = { query: { account_id, account_type: provider } };
  const answer = await api('GET /api/v1/payments/account/order/amount/limit', call, { jumpLogin: false });
  if (answer.code !== 0 || !answer.data) return null;
  cachedLimits.set(key, answer.data);
  return answer.data;
}

/**
 * Returns the payment account's limits if the amount is outside of them, else null.
 * @param method null for a free order
 * @param amount in major units
 */
async function exceededLimits(
  method: CheckoutPaymentMethod | null,
  amount: number,
): Promise<AccountLimits | null> {
  const limits = method && (await limitsOf(method));
  return limits && isOutsideLimits(amount, limits) ? limits : null;
}

export interface PlaceOrderState {
  isBusy: boolean;
  /** Error message and the section that displays it; `form` is the area above the pay button. */
  problem: { place: 'form' | 'payment' | 'discount'; msg: string } | null;
  /** Error of the last payment attempt, displayed in a box above the payment methods; null for none. */
  refused: PaymentFailure | null;
  card: { current: CardFrame | null };
  form: { current: PaymentForm | null };
  /** Places the order and pays for it. @param more form values that the checkout does not store */
  place(method: CheckoutPaymentMethod | null, more: CheckoutInput): Promise<void>;
  clear(): void;
}

function limitMessage(
  name: string,
  { min_amount, max_amount }: AccountLimits,
  texts: CheckoutTexts,
  money: MoneyFormatter,
): string {
  const min = money(min_amount ?? 0);
  if (max_amount === null) return texts.text('amountLeast', { name, min });
  const max = money(max_amount);
  return min_amount === null
    ? texts.text('amountMost', { name, max })
    : texts.text('amountLimit', { name, min, max });
}

/** Reports the email address of the PayPal account to support, because the shopper may have entered a different one (API-051). */
function reportPayer(order_no: string, paypalOrderId: string): void {
  const email = paypalOrderId === '' ? '' : (savedPayer(paypalOrderId)?.email ?? '');
  if (email === '') return;
  void api(
    'POST /api/v1/paypal/email/monitor',
    { body: { order_no, email } },
    { keepalive: true, jumpLogin: false },
  );
}

/** Maps error codes to the section that displays the error; errors with other codes are displayed in the form. */
export const errorPlaceByCode: Record<number, 'discount'> = {
  [codes.couponUnknown]: 'discount',
  [codes.couponConditionsNotMet]: 'discount',
  [codes.couponUsedUp]: 'discount',
};

const refusals: number[] = [codes.paymentDeclined, codes.accountUnavailable];

/** Returns the state and the actions of the pay button. @param money formats an amount in the checkout's currency */
export function usePlaceOrder(
  state: CheckoutState,
  texts: CheckoutTexts,
  money: MoneyFormatter,
): PlaceOrderState {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<PlaceOrderState['problem']>(null);
  const [refused, setRefused] = useState<PaymentFailure | null>(null);
  const card = useRef<CardFrame | null>(null);
  const form = useRef<PaymentForm | null>(null);
  const latest = useRef(state);
  latest.current = state;
  useEarlierFailure(state, setRefused);

  useEffect(
    () =>
      onRestore(() => {
        setIsBusy(false);
        void latest.current.reread();
      }),
    [],
  );

  async function run(method: CheckoutPaymentMethod | null, more: CheckoutInput): Promise<boolean> {
    if (!(await latest.current.flush())) return false;
    const checkout = latest.current.newest.current;
    const limits = await exceededLimits(checkout.total_price === 0 ? null : method, checkout.total_price);
    if (limits && method) {
      await showLimitError(method, limits, checkout.currency);
      return false;
    }
    const { shipping_id, coupon, tip_amount } = checkout;
    let placed = '';
    const used = card.current ?? form.current;
    const outcome = await placeOrder({
      api,
      checkout,
      // The server may have rejected or replaced these values, so send the values that the order summary shows.
      fields: {
        ...latest.current.fields,
        ...more,
        shipping_id,
        coupon,
        tip: tip_amount,
        payment_method: method?.method ?? '',
      },
      method,
      card: card.current,
      form: form.current,
      notReady: texts.cardNotReady,
      onOrder: (orderNo) => {
        placed = orderNo;
        rememberOrder(orderNo, checkout.source);
        if (checkout.requires_shipping) $country.set(checkout.address.country_code);
        reportPayer(orderNo, checkout.paypal_order_id);
        sendEvent('AddPaymentInfo', toEventProducts(checkout), { once: `pay.${orderNo}` });
      },
    });
    if (outcome.kind === 'go') {
      location.assign(localPath(outcome.url));
      return true;
    }
    // The shopper has chosen another payment method, which closed the form: ignore the error of the closed form.
    if (outcome.code === 0 && used !== (card.current ?? form.current)) return false;
    if (outcome.code === codes.paymentDeclined) {
      recordFailedPayment();
      card.current?.clear();
    }
    if (refusals.includes(outcome.code))
      setRefused(await readPaymentFailure(outcome.code, outcome.msg, placed));
    else
      setProblem({
        place: errorPlaceByCode[outcome.code] ?? (outcome.code === 0 ? 'payment' : 'form'),
        msg: outcome.msg,
      });
    if (outcome.code === codes.couponUsedUp) await latest.current.choose({ coupon: '' });
    if (outcome.code !== 0) await latest.current.reread();
    return false;
  }

  /** Shows that the amount is outside the account's limits: for PayPal in a dialog (R23), otherwise in the error box. */
  async function showLimitError(
    method: CheckoutPaymentMethod,
    limits: AccountLimits,
    currency: string,
  ): Promise<void> {
    if (method.provider === 'paypal') {
      const { openLimitDialog } = await import('../paypal/LimitDialog.tsx');
      return openLimitDialog({ ...limits, currency }, texts.text);
    }
    setRefused({ kind: 'limit', msg: limitMessage(method.title, limits, texts, money) });
  }

  function clear(): void {
    setProblem(null);
    setRefused(null);
  }

  return {
    isBusy,
    problem,
    refused,
    card,
    form,
    async place(method, more) {
      if (isBusy) return;
      setIsBusy(true);
      clear();
      let isLeaving = false;
      try {
        isLeaving = await run(method, more);
      } catch {
        setProblem({ place: 'form', msg: loadFailedMessage() });
      } finally {
        if (!isLeaving) setIsBusy(false);
      }
    },
    clear,
  };
}
