import { useState, useSyncExternalStore } from 'react';
import { hasFailedPayment } from '#client/checkout/order-trace.ts';
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { isPayPalButtonVisible } from '#lib/paypal/button-visibility.ts';
import { payPalState, watchPayPal } from '../paypal/availability.ts';
import type { ExpressSelection } from '../paypal/express-flow.ts';
import { PayPalButton } from '../paypal/PayPalButton.tsx';
import { useAnnouncement } from '../use-announcement.ts';
import { usePageTexts } from './texts.ts';
import type { CheckoutState } from './use-checkout.ts';

interface Props {
  state: CheckoutState;
  /** True if PayPal is likely to be available: its space is then reserved, so that the button causes no layout shift. */
  isExpected: boolean;
}

/**
 * Renders the express payment methods above the form. The shopper need not fill in the form, because the provider supplies contact
 * and address.
 */
export function ExpressPayments({ state, isExpected }: Props) {
  const texts = usePageTexts();
  const place = usePayPalPlace(state);
  const [problem, setProblem] = useState('');
  useAnnouncement(problem);
  if (state.checkout.paypal_order_id !== '') {
    return <p className="express-agreed">{texts.payPalAgreed}</p>;
  }
  if (place === 'hidden' || (place === 'unknown' && !isExpected)) return null;
  return (
    <section className="express" aria-labelledby="express-title">
      <h2 id="express-title">{texts.express}</h2>
      <div className="express-ways">
        <CheckoutPayPal state={state} onProblem={setProblem} />
      </div>
      {problem && <p className="field-error">{problem}</p>}
      <p className="express-or">
        <span>{texts.expressOr}</span>
      </p>
    </section>
  );
}

/** Returns whether the checkout shows the PayPal button; `unknown` until the server has responded (R24). */
function usePayPalPlace({ checkout }: CheckoutState): 'shown' | 'hidden' | 'unknown' {
  const state = useSyncExternalStore(watchPayPal, payPalState, payPalState);
  if (checkout.total_price === 0 || checkout.paypal_order_id !== '') return 'hidden';
  if (state.startsHidden === null) return 'unknown';
  const total = checkout.total_price;
  return isPayPalButtonVisible({ ...state, hasFailedPay: hasFailedPayment(), place: 'checkout', total })
    ? 'shown'
    : 'hidden';
}

interface PayPalProps {
  state: CheckoutState;
  onProblem(message: string): void;
}

/**
 * Renders the PayPal button of the checkout. After approval, the shopper returns to the checkout with contact and address filled in
 * (R64, PPX-24).
 */
function CheckoutPayPal({ state, onProblem }: PayPalProps) {
  const texts = usePageTexts();
  return (
    <PayPalButton
      place="checkout"
      text={texts.text}
      total={state.checkout.total_price}
      read={() => selectionOf(state.newest.current)}
      openCheckout={async (paypalOrderId) => {
        // The page reloads, so typed data must be saved first. If saving fails, the form shows the error.
        if (!(await state.flush())) return null;
        const query = new URLSearchParams({ paypalOrderId });
        return `${state.newest.current.web_url}?${query}`;
      }}
      onProblem={onProblem}
    />
  );
}

function selectionOf({ token, total_price, variant_items }: WireCheckout): ExpressSelection {
  const items = variant_items
    .filter(({ is_gift }) => !is_gift)
    .map((line) => ({
      product_id: line.product_id,
      variant_id: line.variant_id,
      quantity: line.quantity,
      pay_amount: line.price,
      product_title: line.title,
      tailor_req_list: [],
    }));
  return { items, amount: total_price, checkoutToken: token };
}
