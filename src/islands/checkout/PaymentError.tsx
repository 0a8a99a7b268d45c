import { useEffect, useRef } from 'react';
import type { PaymentErrorKind } from '#lib/checkout/payment-error.ts';
import { paymentErrorTexts } from '#lib/messages/payment-errors.ts';
import { useTexts } from '../use-texts.ts';
import type { PaymentFailure as Refusal } from './use-payment-failure.ts';

interface Props {
  refusal: Refusal;
}

const titles = {
  declined: 'refusedDeclined',
  funds: 'refusedFunds',
  expired: 'refusedExpired',
  code: 'refusedCode',
  holder: 'refusedHolder',
  method: 'refusedMethod',
  paypal: 'refusedPayPal',
  limit: 'refusedLimit',
  unavailable: 'refusedUnavailable',
} as const satisfies Record<PaymentErrorKind, string>;

const advice = {
  declined: 'adviceDeclined',
  funds: 'adviceFunds',
  expired: 'adviceExpired',
  code: 'adviceCode',
  holder: 'adviceHolder',
  method: 'adviceMethod',
  paypal: 'advicePayPal',
  limit: 'adviceLimit',
  unavailable: 'adviceUnavailable',
} as const satisfies Record<PaymentErrorKind, string>;

/**
 * Renders the message that the payment failed and what the shopper can do, above the payment methods (PAY-06). The message takes
 * focus, so that it is visible and read out by screen readers. It has no buttons, because the payment methods are directly below
 * it.
 */
export function PaymentError({ refusal }: Props) {
  const texts = useTexts(paymentErrorTexts);
  const box = useRef<HTMLElement>(null);
  // Focus the message after each error, even if its text is the same as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each new error
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' });
    box.current?.focus({ preventScroll: true });
  }, [refusal]);
  return (
    <section
      className="refused"
      aria-labelledby="refused-title"
      aria-describedby="refused-advice"
      tabIndex={-1}
      ref={box}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.5 21.5 20h-19zM12 10v5m0 2.5v.1" />
      </svg>
      <div className="refused-text">
        <h3 id="refused-title">{texts[titles[refusal.kind]]}</h3>
        <p id="refused-advice">{refusal.msg || texts[advice[refusal.kind]]}</p>
      </div>
    </section>
  );
}
