/** Order review for shoppers who have approved the payment at PayPal. Loaded only for them. */
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { type CheckoutTexts, usePageTexts } from './texts.ts';
import type { MoneyFormatter } from './types.ts';
import type { CheckoutState } from './use-checkout.ts';

interface Props {
  state: CheckoutState;
  money: MoneyFormatter;
  total: string;
  onChange(): void;
}

/** Renders address, shipping and total on one screen; every amount comes from the server (R64). */
export function Review({ state: { checkout }, money, total, onChange }: Props) {
  const texts = usePageTexts();
  const method = checkout.shippings.find(({ id }) => id === checkout.shipping_id);
  const added = addedText(checkout, texts, money);
  return (
    <section className="review" aria-labelledby="review-title">
      <h2 id="review-title">{texts.review}</h2>
      <div className="review-card">
        <address>
          {[checkout.email, ...addressLines(checkout.address)].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <button type="button" className="text-button" aria-label={texts.reviewChangeOf} onClick={onChange}>
          {texts.reviewChange}
        </button>
        {method && (
          <p className="review-row">
            <span className="choice-text">
              {method.title}
              {method.arrives && (
                <span className="small quiet">{formatDeliveryEstimate(texts, method.arrives)}</span>
              )}
            </span>
            <span className="amount">
              {checkout.pay_ship_amount ? money(checkout.pay_ship_amount) : texts.free}
            </span>
          </p>
        )}
      </div>
      <p className="review-row review-total">
        <span>{texts.total}</span>
        <span className="amount">{total}</span>
      </p>
      {added && <p className="small">{added}</p>}
    </section>
  );
}

/**
 * Returns a text that lists the amounts added since the PayPal approval; '' if there are none, or if their sum is not the
 * difference between the current total and the approved amount.
 */
function addedText(checkout: WireCheckout, texts: CheckoutTexts, money: MoneyFormatter): string {
  const { currency, paypal_amount: agreed, total_price } = checkout;
  if (agreed === null) return '';
  const all = [
    ['addedShipping', checkout.pay_ship_amount],
    ['addedInsurance', checkout.pay_ship_insurance_amount],
    ['addedTax', checkout.tax_amount],
    ['addedTip', checkout.tip_amount],
  ] as const;
  const minor = (amount: number) => roundToMinorUnits(amount, currency);
  const sum = all.reduce((total, [, amount]) => total + minor(amount), 0);
  if (sum === 0 || minor(total_price) - minor(agreed) !== sum) return '';
  const parts = all.flatMap(([key, amount]) =>
    amount > 0 ? [texts.text(key, { amount: money(amount) })] : [],
  );
  const end = parts.pop()!;
  const start = parts.join(', ');
  return texts.text('addedSincePayPal', {
    parts: start === '' ? end : texts.text('addedAnd', { start, end }),
  });
}
