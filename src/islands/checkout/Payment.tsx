import { useEffect, useRef, useState } from 'react';
import type { PayMethod } from '#lib/checkout/place-order.ts';
import { type CardFrame, mountCardFrame } from './card-frame.ts';

interface PaymentProps {
  methods: PayMethod[];
  chosen: PayMethod | null;
  isFree: boolean;
  /** PayPal was approved before (express): it only waits to be confirmed. */
  isApproved: boolean;
  problem: string;
  onChoose(method: string): void;
  onCard(frame: CardFrame | null): void;
  onSubmit(): void;
}

const explanations: Partial<Record<PayMethod['flow'], string>> = {
  redirect: 'You will be sent there to pay, and come back to us.',
  kit: 'You will be sent there to pay, and come back to us.',
  local: 'Your order confirmation says how to pay.',
  simulated: 'A payment that is only played through.',
};

/** How to pay (PAY-10). Only what the server offers is shown; cards are typed in the provider's own frame. */
export function Payment(props: PaymentProps) {
  const { methods, chosen, isFree, isApproved, problem, onChoose, onCard, onSubmit } = props;
  return (
    <section className="step" aria-labelledby="payment-title">
      <h2 id="payment-title">Payment</h2>
      {isFree ? (
        <p className="quiet">There is nothing to pay for this order.</p>
      ) : methods.length === 0 ? (
        <p className="quiet">
          We cannot take payments at the moment. Your checkout is saved; please come back later.
        </p>
      ) : (
        <fieldset className="choices" aria-describedby={problem ? 'payment-problem' : undefined}>
          <legend className="visually-hidden">Way to pay</legend>
          {methods.map((method) => {
            const isChosen = method.method === chosen?.method;
            return (
              <div className="choice-box" key={method.method}>
                <label className="choice">
                  <input
                    type="radio"
                    name="payment_method"
                    value={method.method}
                    checked={isChosen}
                    onChange={() => onChoose(method.method)}
                  />
                  <span className="choice-text">{method.title}</span>
                  <span className="pay-icons" aria-hidden="true">
                    {method.icons.map((icon) => (
                      <PayIcon key={icon} icon={icon} />
                    ))}
                  </span>
                </label>
                {isChosen && method.frame_url !== '' && (
                  <CardPanel
                    address={method.frame_url}
                    isTest={method.test_mode}
                    onCard={onCard}
                    onSubmit={onSubmit}
                  />
                )}
                {isChosen && method.frame_url === '' && (
                  <p className="choice-more small quiet">
                    {isApproved && method.provider === 'paypal'
                      ? 'You have agreed to this payment at PayPal. Place the order to finish it.'
                      : explanations[method.flow]}
                  </p>
                )}
              </div>
            );
          })}
        </fieldset>
      )}
      {problem && (
        <p className="field-error" id="payment-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** A picture's address, or the name of a brand that is written out. */
function PayIcon({ icon }: { icon: string }) {
  if (/^(\/|https:)/.test(icon)) return <img src={icon} alt="" width="40" height="26" />;
  return <span className="pay-icon">{icon}</span>;
}

interface CardPanelProps {
  address: string;
  isTest: boolean;
  onCard(frame: CardFrame | null): void;
  onSubmit(): void;
}

function CardPanel({ address, isTest, onCard, onSubmit }: CardPanelProps) {
  const host = useRef<HTMLDivElement>(null);
  const [isUnavailable, setIsUnavailable] = useState(false);
  const latest = useRef({ onCard, onSubmit });
  latest.current = { onCard, onSubmit };
  useEffect(() => {
    if (!host.current) return;
    const box = host.current;
    box.setAttribute('aria-busy', 'true');
    const frame = mountCardFrame(box, {
      frameUrl: address,
      onSubmit: () => latest.current.onSubmit(),
      onReady: () => box.removeAttribute('aria-busy'),
      onUnavailable: () => setIsUnavailable(true),
    });
    latest.current.onCard(frame);
    return () => {
      frame.destroy();
      latest.current.onCard(null);
    };
  }, [address]);
  return (
    <div className="choice-more">
      <div className="card-host" ref={host} />
      {isUnavailable && (
        <p className="field-error" role="alert">
          The card form could not be loaded. Please choose another way to pay, or try again later.
        </p>
      )}
      {isTest && (
        <p className="small quiet">
          Test mode. 4242 4242 4242 4242 is accepted, 4000 0000 0000 0002 declined, 4000 0000 0000 3220 asks
          the bank.
        </p>
      )}
    </div>
  );
}
