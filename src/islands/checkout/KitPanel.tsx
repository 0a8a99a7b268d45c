import { useEffect, useRef, useState } from 'react';
import type {
  CheckoutPaymentMethod,
  MountedPaymentForm,
  Payer,
  PaymentFormOptions,
} from '#lib/checkout/place-order.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { usePageTexts } from './texts.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { PlaceOrderState } from './use-place-order.ts';

interface KitPanelProps {
  method: CheckoutPaymentMethod;
  kit: NonNullable<CheckoutPaymentMethod['kit']>;
  state: CheckoutState;
  /** Ref to the mounted payment form, null while there is none. */
  form: PlaceOrderState['form'];
}

/**
 * Renders the payment form of a provider's SDK (kit). The kit and the provider's script load only once the shopper chooses the
 * payment method.
 */
export function KitPanel({ method, kit, state, form }: KitPanelProps) {
  const texts = usePageTexts();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(state);
  latest.current = state;
  const opened = useRef<MountedPaymentForm | null>(null);
  const [shown, setShown] = useState<'loading' | 'ready' | 'unavailable'>('loading');
  const { total_price: total, currency } = state.checkout;
  const { provider, test_mode } = method;
  const { public_key, script_url, environment, is_authorize } = kit;
  useAnnouncement(shown === 'unavailable' ? texts.cardUnavailable : '');

  useEffect(() => {
    let isCancelled = false;
    async function open(): Promise<void> {
      const load = kits[`../../client/checkout/kits/${provider}.ts`];
      if (!load) throw new Error(`There is no form for the kit of ${provider}.`);
      const { openForm } = await load();
      const { total_price, currency } = latest.current.checkout;
      const made = await openForm(host.current!, {
        kit: { public_key, script_url, environment, is_authorize },
        ...{ total: total_price, currency, silent: texts.cardSilent },
        payer: () => payerOf(latest.current.fields),
        onReady: () => setShown('ready'),
        onUnavailable: () => setShown('unavailable'),
      });
      if (isCancelled) return made.destroy();
      opened.current = made;
      form.current = made;
      await made.amend(latest.current.checkout.total_price);
    }
    open().catch(() => {
      if (!isCancelled) setShown('unavailable');
    });
    return () => {
      isCancelled = true;
      opened.current?.destroy();
      opened.current = null;
      form.current = null;
    };
  }, [provider, public_key, script_url, environment, is_authorize, form, texts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new currency changes the amount, even if the number is the same
  useEffect(() => {
    // If the provider's form rejects the new amount, ignore the error here: the payment attempt reports it.
    opened.current?.amend(total).catch(() => {});
  }, [total, currency]);

  return (
    <div className="way-more">
      <div className="card-host" ref={host} aria-busy={shown === 'loading' ? true : undefined} />
      {shown === 'unavailable' && <p className="field-error">{texts.cardUnavailable}</p>}
      {test_mode && <p className="small quiet">{texts.cardTest}</p>}
    </div>
  );
}

/** Loaders of the payment kits, one module per provider. */
const kits = import.meta.glob<{
  openForm(host: HTMLElement, options: PaymentFormOptions): Promise<MountedPaymentForm>;
}>('../../client/checkout/kits/*.ts');

function payerOf({ email = '', address, billing }: CheckoutState['fields']): Payer {
  const of = { ...emptyAddress, ...(billing ?? address) };
  const filled = <Parts extends Record<string, string>>(parts: Parts): Partial<Parts> =>
    Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== '')) as Partial<Parts>;
  return {
    ...filled({ email, name: [of.first_name, of.last_name].filter(Boolean).join(' ') }),
    address: filled({
      line1: [of.address1, of.house_number].filter(Boolean).join(' '),
      ...{ line2: of.address2, city: of.city, state: of.province },
      ...{ postal_code: of.zip, country: of.country_code },
    }),
  };
}
