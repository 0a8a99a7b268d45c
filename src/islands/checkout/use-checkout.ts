/** Manages the checkout's state: the server's last response, the shopper's input, and saving it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { savedPayer } from '#client/checkout/order-trace.ts';
import { announce } from '#client/page/announce.ts';
import { createCheckoutSaver, mergeCheckoutChanges } from '#lib/checkout/checkout-saver.ts';
import type { WireCouponReason } from '#lib/contract/endpoint.ts';
import type { CheckoutInput, WireCheckout } from '#lib/contract/wire-checkout.ts';
import { useAnnouncement } from '../use-announcement.ts';
import type { CheckoutTexts } from './texts.ts';

export interface SaveError {
  code: number;
  msg: string;
  /** If the conditions of a discount code are not met: the unmet condition, with `msg` as its text. Null for other errors. */
  reason: WireCouponReason | null;
  /** The changes that could not be saved; the error is displayed next to their fields. */
  changes: CheckoutInput;
}

export interface CheckoutState {
  checkout: WireCheckout;
  /** Ref to the latest `checkout`, updated before React renders again. */
  newest: { readonly current: WireCheckout };
  /** All of the shopper's input, saved or not. */
  fields: CheckoutInput;
  refusal: SaveError | null;
  isSaving: boolean;
  /** Adds text input, which is saved after a pause in typing. */
  type(changes: CheckoutInput): void;
  /** Adds a selection and saves it at once. Resolves to true if saving succeeded. */
  choose(changes: CheckoutInput): Promise<boolean>;
  /** Replaces the input with data that the shopper did not type, such as a saved address: saves it and renders it into the fields. */
  refill(changes: CheckoutInput): Promise<boolean>;
  /** Counts the calls of `refill`. When it changes, the form renders its controls again with the values in `fields`. */
  generation: number;
  /** Saves pending changes at once. Resolves to true if saving succeeded. */
  flush(): Promise<boolean>;
  /** Fetches the checkout again and keeps the shopper's input. */
  reread(): Promise<void>;
}

export function useCheckout(initial: WireCheckout): CheckoutState {
  const [checkout, setCheckout] = useState(initial);
  const newest = useRef(initial);
  const [fields, setFields] = useState<CheckoutInput>(() => fieldsOf(initial));
  const [refusal, setRefusal] = useState<SaveError | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [generation, setGeneration] = useState(0);
  const { token } = initial;

  const saver = useMemo(
    () =>
      createCheckoutSaver({
        send: (body) => api('POST /api/update/checkout/:id', { params: { id: token }, body }),
        onSaved: (saved, changes) => {
          newest.current = saved;
          setCheckout(saved);
          setRefusal((shown) => (shown && isAbout(shown.changes, changes) ? null : shown));
        },
        onRefused: (answer, changes) => {
          const reason = answer.data === null ? (answer.reason ?? null) : null;
          setRefusal({ code: answer.code, msg: reason?.text ?? answer.msg, reason, changes });
        },
      }),
    [token],
  );

  const leaving = useRef(saver);
  useEffect(() => {
    const sendRest = () => {
      const rest = leaving.current.unsaved();
      if (!rest) return;
      void api('POST /api/update/checkout/:id', { params: { id: token }, body: rest }, { keepalive: true });
    };
    addEventListener('pagehide', sendRest);
    return () => removeEventListener('pagehide', sendRest);
  }, [token]);

  async function busily(work: Promise<boolean>): Promise<boolean> {
    setIsSaving(true);
    try {
      return await work;
    } finally {
      setIsSaving(false);
    }
  }

  return {
    checkout,
    newest,
    fields,
    refusal,
    isSaving,
    type(changes) {
      setFields((before) => mergeCheckoutChanges(before, changes));
      saver.later(changes);
    },
    choose(changes) {
      setFields((before) => mergeCheckoutChanges(before, changes));
      return busily(saver.now(changes));
    },
    refill(changes) {
      setFields((before) => mergeCheckoutChanges(before, changes));
      setGeneration((count) => count + 1);
      return busily(saver.now(changes));
    },
    generation,
    flush: () => busily(saver.now()),
    async reread() {
      const answer = await api('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
      if (answer.code !== 0 || !answer.data) return;
      newest.current = answer.data;
      setCheckout(answer.data);
    },
  };
}

function fieldsOf(checkout: WireCheckout): CheckoutInput {
  const { email, address, note, tax_id, insurance, tip_amount, payment_method, coupon, shipping_id } =
    checkout;
  const { billing = null } = checkout;
  return {
    email,
    address,
    billing,
    note,
    tax_id,
    insurance,
    tip: tip_amount,
    payment_method,
    coupon,
    shipping_id,
  };
}

/** Returns whether `saved` includes every field of the failed save `refused`, so that the error of the failed save is resolved. */
function isAbout(refused: CheckoutInput, saved: CheckoutInput): boolean {
  return Object.keys(refused).every((key) => key in saved);
}

/**
 * Applies the query parameters of the redirect to the checkout: `dc`, `scConfirm` and `paypalOrderId` (R65).
 * @returns whether PayPal's data is still being loaded into the checkout
 */
export function useRedirectParams(state: CheckoutState, comesFromPayPal: boolean): boolean {
  const first = useRef(state);
  const [isFilling, setIsFilling] = useState(comesFromPayPal);
  useEffect(() => {
    const { checkout, choose, refill } = first.current;
    const query = new URLSearchParams(location.search);
    const code = query.get('dc') ?? '';
    const paypalOrderId = query.get('paypalOrderId') ?? '';
    const changes: CheckoutInput = {};
    if (code !== '' && code.toUpperCase() !== checkout.coupon) {
      changes.coupon = code;
      changes.scConfirm = query.get('scConfirm') === '1' ? 1 : 0;
    }
    if (paypalOrderId !== '' && paypalOrderId !== checkout.paypal_order_id) {
      changes.paypalOrderId = paypalOrderId;
      changes.payment_method = 'paypal';
    }
    const chosen = Object.keys(changes).length > 0 ? choose(changes) : Promise.resolve(true);
    const isEmpty = paypalOrderId !== '' && checkout.address.address1 === '';
    const filled = isEmpty ? prefill(paypalOrderId, refill) : Promise.resolve();
    void Promise.allSettled([chosen, filled]).then(() => setIsFilling(false));
  }, []);
  return isFilling;
}

/** Fills in the payer's contact details and address, which were stored at the approval or are fetched from PayPal (PPX-24). */
async function prefill(paypal_order_id: string, refill: CheckoutState['refill']): Promise<void> {
  const payer =
    savedPayer(paypal_order_id) ??
    (await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id } })).data;
  if (!payer) return;
  const { email, address, phone } = payer;
  await refill({ email, address: { ...address, phone: address.phone || phone } });
}

/**
 * Announces the total after each save, and that the order is being placed, to screen readers. Each error is announced by the
 * component that displays it.
 */
export function useAnnounceTotal(
  state: CheckoutState,
  total: string,
  isPlacing: boolean,
  texts: CheckoutTexts,
) {
  const { isSaving, refusal } = state;
  const before = useRef({ isSaving, refusal });
  useAnnouncement(isPlacing ? texts.placing : '');
  useEffect(() => {
    const wasSaved = before.current.isSaving && !isSaving && before.current.refusal === refusal;
    if (wasSaved && !isPlacing) announce(texts.text('totalIs', { total }));
    before.current = { isSaving, refusal: isSaving ? before.current.refusal : refusal };
  }, [isSaving, refusal, total, isPlacing, texts]);
}
