import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { usePageTexts } from './texts.ts';
import type { MoneyFormatter } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

interface ShippingMethodsProps {
  state: CheckoutState;
  country: string;
  money: MoneyFormatter;
}

export function ShippingMethods({ state, country, money }: ShippingMethodsProps) {
  const texts = usePageTexts();
  const { shippings, shipping_id } = state.checkout;
  // The shopper's latest choice, which may not be saved yet.
  const chosen = state.fields.shipping_id;
  const shown = shippings.some(({ id }) => id === chosen) ? chosen : shipping_id;
  return (
    <section className="step" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{texts.shipping}</h2>
      {shippings.length === 0 ? (
        <p className="quiet">{country === '' ? texts.shippingFirst : texts.shippingNone}</p>
      ) : (
        <fieldset className="choices">
          <legend className="visually-hidden">{texts.shippingMethod}</legend>
          {shippings.map((method) => (
            <label className="choice" key={method.id}>
              <input
                type="radio"
                name="shipping_id"
                value={method.id}
                checked={method.id === shown}
                onChange={() => void state.choose({ shipping_id: method.id })}
              />
              <span className="choice-text">
                {method.title}
                {method.desc && <span className="small quiet">{method.desc}</span>}
                {method.arrives && (
                  <span className="small quiet" suppressHydrationWarning>
                    {formatDeliveryEstimate(texts, method.arrives)}
                  </span>
                )}
              </span>
              <span className="amount">
                {method.shipping_amount ? money(method.shipping_amount) : texts.free}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}
