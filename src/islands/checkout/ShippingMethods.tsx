import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import type { Money } from './types.ts';
import { useWords } from './words.ts';

interface ShippingMethodsProps {
  checkout: WireCheckout;
  country: string;
  /** Chosen last, perhaps not saved yet. */
  chosen: string;
  money: Money;
  onChoose(shippingId: string): void;
}

export function ShippingMethods({ checkout, country, chosen, money, onChoose }: ShippingMethodsProps) {
  const words = useWords();
  const { shippings } = checkout;
  const shown = shippings.some(({ id }) => id === chosen) ? chosen : checkout.shipping_id;
  return (
    <section className="step" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{words.shipping}</h2>
      {shippings.length === 0 ? (
        <p className="quiet">{country === '' ? words.shippingFirst : words.shippingNone}</p>
      ) : (
        <fieldset className="choices">
          <legend className="visually-hidden">{words.shippingMethod}</legend>
          {shippings.map((method) => (
            <label className="choice" key={method.id}>
              <input
                type="radio"
                name="shipping_id"
                value={method.id}
                checked={method.id === shown}
                onChange={() => onChoose(method.id)}
              />
              <span className="choice-text">
                {method.title}
                {method.desc && <span className="small quiet">{method.desc}</span>}
              </span>
              <span className="amount">
                {method.shipping_amount ? money(method.shipping_amount) : words.free}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}
