import { useState } from 'react';
import { useAnnounced } from '../use-announced.ts';
import { CheckoutPayPal, usePayPalPlace } from './CheckoutPayPal.tsx';
import type { CheckoutState } from './use-checkout.ts';
import { useWords } from './words.ts';

interface Props {
  state: CheckoutState;
  /** PayPal is expected: its place is kept, so that nothing moves when the button comes. */
  isExpected: boolean;
}

/** Ways to pay for which nothing has to be typed, before everything that has. */
export function Express({ state, isExpected }: Props) {
  const words = useWords();
  const place = usePayPalPlace(state);
  const [problem, setProblem] = useState('');
  useAnnounced(problem);
  if (state.checkout.paypal_order_id !== '') {
    return <p className="express-agreed">{words.payPalAgreed}</p>;
  }
  if (place === 'hidden' || (place === 'unknown' && !isExpected)) return null;
  return (
    <section className="express" aria-labelledby="express-title">
      <h2 id="express-title">{words.express}</h2>
      <div className="express-ways">
        <CheckoutPayPal state={state} onProblem={setProblem} />
      </div>
      {problem && <p className="field-error">{problem}</p>}
      <p className="express-or">
        <span>{words.expressOr}</span>
      </p>
    </section>
  );
}
