import { useEffect, useRef, useState } from 'react';
import type { PayMethod } from '#lib/checkout/place-order.ts';
import { useAnnounced } from '../use-announced.ts';
import type { StripeForm } from './stripe-form.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { Placing } from './use-place-order.ts';
import { useWords } from './words.ts';

interface KitPanelProps {
  kit: NonNullable<PayMethod['kit']>;
  isTest: boolean;
  state: CheckoutState;
  /** Is given the form that can be asked, null while it is not there. */
  form: Placing['form'];
}

/** The form of a provider's kit. Kit and provider's script are fetched when the method is chosen, and not before. */
export function KitPanel({ kit, isTest, state, form }: KitPanelProps) {
  const words = useWords();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(state);
  latest.current = state;
  const opened = useRef<StripeForm | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [isUnavailable, setIsUnavailable] = useState(false);
  const { total_price: total, currency } = state.checkout;
  const { public_key, script_url, is_authorize } = kit;
  useAnnounced(isUnavailable ? words.cardUnavailable : '');

  useEffect(() => {
    let isGone = false;
    async function open(): Promise<void> {
      const { openStripeForm } = await import('./stripe-form.ts');
      if (isGone) return;
      const { email = '', address } = latest.current.fields;
      const made = await openStripeForm(host.current!, {
        kit: { public_key, script_url, is_authorize },
        ...{ total: latest.current.checkout.total_price, currency, silent: words.cardSilent },
        payer: {
          email,
          name: [address?.first_name, address?.last_name].filter(Boolean).join(' '),
          country: address?.country_code ?? '',
          postalCode: address?.zip ?? '',
        },
        onReady: () => setIsReady(true),
        onUnavailable: () => setIsUnavailable(true),
      });
      if (isGone) return made.destroy();
      opened.current = made;
      form.current = made;
      await made.amend(latest.current.checkout.total_price);
    }
    open().catch(() => {
      if (!isGone) setIsUnavailable(true);
    });
    return () => {
      isGone = true;
      opened.current?.destroy();
      opened.current = null;
      form.current = null;
    };
  }, [public_key, script_url, is_authorize, currency, form, words]);

  useEffect(() => {
    // What the provider cannot show it says when it is to be paid.
    opened.current?.amend(total).catch(() => {});
  }, [total]);

  return (
    <div className="choice-more">
      <div className="card-host" aria-busy={isReady || isUnavailable ? undefined : true} ref={host} />
      {isUnavailable && <p className="field-error">{words.cardUnavailable}</p>}
      {isTest && <p className="small quiet">{words.cardTest}</p>}
    </div>
  );
}
