/** The checkout's state: the server's last answer, what is typed, and the saving in between. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#client/api.ts';
import { createSaver, merge } from '#lib/checkout/saver.ts';
import type { SentCheckout, WireCheckout } from '#lib/contract/wire-checkout.ts';

export interface Refusal {
  code: number;
  msg: string;
  /** What was being saved, so that the words stand beside it. */
  changes: SentCheckout;
}

export interface CheckoutState {
  checkout: WireCheckout;
  /** The same, already known while the page is still being drawn. */
  newest: { readonly current: WireCheckout };
  /** Everything the shopper has given, saved or not. */
  fields: SentCheckout;
  refusal: Refusal | null;
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
  dismiss(): void;
}

export function useCheckout(initial: WireCheckout): CheckoutState {
  const [checkout, setCheckout] = useState(initial);
  const newest = useRef(initial);
  const [fields, setFields] = useState<SentCheckout>(() => fieldsOf(initial));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
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
        onRefused: ({ code, msg }, changes) => setRefusal({ code, msg, changes }),
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
    dismiss: () => setRefusal(null),
  };
}

function fieldsOf(checkout: WireCheckout): SentCheckout {
  const { email, address, note, tax_id, insurance, tip_amount, payment_method, coupon, shipping_id } =
    checkout;
  return { email, address, note, tax_id, insurance, tip: tip_amount, payment_method, coupon, shipping_id };
}

/** A refusal is settled once a save of the same fields went through. */
function isAbout(refused: SentCheckout, saved: SentCheckout): boolean {
  return Object.keys(refused).every((key) => key in saved);
}
