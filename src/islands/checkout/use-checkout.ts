/** The checkout's state: the server's last answer, what is typed, and the saving in between. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { savedPayer } from '#client/checkout/order-trace.ts';
import { announce } from '#client/page/announce.ts';
import { createSaver, merge } from '#lib/checkout/saver.ts';
import type { WireReason } from '#lib/contract/endpoint.ts';
import type { SentCheckout, WireCheckout } from '#lib/contract/wire-checkout.ts';
import { useAnnounced } from '../use-announced.ts';
import type { CheckoutWords } from './texts.ts';

export interface SaveError {
  code: number;
  msg: string;
  /** Names what is missing for a code; the message then says it. */
  reason: WireReason | null;
  /** What was being saved, so that the words stand beside it. */
  changes: SentCheckout;
}

export interface CheckoutState {
  checkout: WireCheckout;
  /** The same, already known while the page is still being drawn. */
  newest: { readonly current: WireCheckout };
  /** Everything the shopper has given, saved or not. */
  fields: SentCheckout;
  refusal: SaveError | null;
  isSaving: boolean;
  /** Typed text: saved after a moment of quiet. */
  type(changes: SentCheckout): void;
  /** A choice: saved at once. True when it was. */
  choose(changes: SentCheckout): Promise<boolean>;
  /** Data from elsewhere in place of what is typed: saved, and drawn into the fields anew. */
  refill(changes: SentCheckout): Promise<boolean>;
  /** Counts refills: fields are drawn from `fields` again when it changes. */
  generation: number;
  /** Saves what waits. */
  flush(): Promise<boolean>;
  /** Reads the checkout anew; what is typed stays. */
  reread(): Promise<void>;
}

export function useCheckout(initial: WireCheckout): CheckoutState {
  const [checkout, setCheckout] = useState(initial);
  const newest = useRef(initial);
  const [fields, setFields] = useState<SentCheckout>(() => fieldsOf(initial));
  const [refusal, setRefusal] = useState<SaveError | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [generation, setGeneration] = useState(0);
  const { token } = initial;

  const saver = useMemo(
    () =>
      createSaver({
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
      setFields((before) => merge(before, changes));
      saver.later(changes);
    },
    choose(changes) {
      setFields((before) => merge(before, changes));
      return busily(saver.now(changes));
    },
    refill(changes) {
      setFields((before) => merge(before, changes));
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

function fieldsOf(checkout: WireCheckout): SentCheckout {
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

/** A refusal is settled once a save of the same fields went through. */
function isAbout(refused: SentCheckout, saved: SentCheckout): boolean {
  return Object.keys(refused).every((key) => key in saved);
}

/**
 * Takes over what the redirect to the checkout hands over in its address: dc, scConfirm, paypalOrderId (R65).
 * @returns whether what PayPal told is still on its way into the checkout
 */
export function useAddressQuery(state: CheckoutState, comesFromPayPal: boolean): boolean {
  const first = useRef(state);
  const [isFilling, setIsFilling] = useState(comesFromPayPal);
  useEffect(() => {
    const { checkout, choose, refill } = first.current;
    const query = new URLSearchParams(location.search);
    const code = query.get('dc') ?? '';
    const paypalOrderId = query.get('paypalOrderId') ?? '';
    const changes: SentCheckout = {};
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

/** The payer's contact and address as kept at the approval, else from PayPal (PPX-24); what cannot be read is typed by hand. */
async function prefill(paypal_order_id: string, refill: CheckoutState['refill']): Promise<void> {
  const payer =
    savedPayer(paypal_order_id) ??
    (await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id } })).data;
  if (!payer) return;
  const { email, address, phone } = payer;
  await refill({ email, address: { ...address, phone: address.phone || phone } });
}

/** Says what the order comes to after each save, and that it is being placed. Why a save was refused is said where it stands. */
export function useAnnounceTotal(
  state: CheckoutState,
  total: string,
  isPlacing: boolean,
  words: CheckoutWords,
) {
  const { isSaving, refusal } = state;
  const before = useRef({ isSaving, refusal });
  useAnnounced(isPlacing ? words.placing : '');
  useEffect(() => {
    const wasSaved = before.current.isSaving && !isSaving && before.current.refusal === refusal;
    if (wasSaved && !isPlacing) announce(words.text('totalIs', { total }));
    before.current = { isSaving, refusal: isSaving ? before.current.refusal : refusal };
  }, [isSaving, refusal, total, isPlacing, words]);
}
