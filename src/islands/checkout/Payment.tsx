import { useLayoutEffect, useRef, useState } from 'react';
import type { CheckoutPaymentMethod } from '#lib/checkout/place-order.ts';
import { paymentLogos } from '#lib/payments/payment-logos.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { cardFrameUrl, openCardFrame } from './card-frame.ts';
import { KitPanel } from './KitPanel.tsx';
import { type CheckoutTexts, usePageTexts } from './texts.ts';
import type { CheckoutState } from './use-checkout.ts';
import { useHydrated } from './use-hydrated.ts';
import type { PlaceOrderState } from './use-place-order.ts';

interface PaymentProps {
  methods: CheckoutPaymentMethod[];
  chosen: CheckoutPaymentMethod | null;
  state: CheckoutState;
  placing: PlaceOrderState;
  problem: string;
  onSubmit(): void;
}

const loadRefused = () => import('./PaymentError.tsx');

const explanations = {
  local: 'payLocal',
  simulated: 'paySimulated',
} as const;

/** Renders the payment methods that the server offers (PAY-10). Card data is entered in the provider's iframe. */
export function Payment({ methods, chosen, state, placing, problem, onSubmit }: PaymentProps) {
  const { total_price } = state.checkout;
  const texts = usePageTexts();
  const refused = useLazyModule(loadRefused, placing.refused ? 'refused' : '');
  useAnnouncement(problem);
  const canChooseMethod = total_price !== 0 && methods.length > 0;
  return (
    <section className="step" aria-labelledby="payment-title">
      <h2 id="payment-title">{texts.payment}</h2>
      {placing.refused && refused.module && <refused.module.PaymentError refusal={placing.refused} />}
      {placing.refused && refused.isLost && <p className="field-error">{texts.resultRefused}</p>}
      {!canChooseMethod && <p className="quiet">{total_price === 0 ? texts.payNothing : texts.payClosed}</p>}
      {canChooseMethod && (
        <fieldset className="ways" aria-describedby={problem ? 'payment-problem' : undefined}>
          <legend className="visually-hidden">{texts.wayToPay}</legend>
          {methods.map((method) => (
            <label className="way" key={method.method}>
              <input
                type="radio"
                name="payment_method"
                value={method.method}
                checked={method.method === chosen?.method}
                onChange={() => {
                  placing.clear();
                  void state.choose({ payment_method: method.method });
                }}
              />
              <span className="way-title">{method.title}</span>
              <span className="marks">
                {method.icons.map((icon) => (
                  <Mark key={icon} icon={icon} title={method.title} />
                ))}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {canChooseMethod && chosen && (
        <MethodPanel
          key={chosen.method}
          method={chosen}
          state={state}
          placing={placing}
          onSubmit={onSubmit}
        />
      )}
      {problem && (
        <p className="field-error" id="payment-problem">
          {problem}
        </p>
      )}
    </section>
  );
}

interface MethodPanelProps extends Pick<PaymentProps, 'state' | 'placing' | 'onSubmit'> {
  method: CheckoutPaymentMethod;
}

/** Renders the form of the chosen payment method, or a text about the next step. */
function MethodPanel({ method, state, placing, onSubmit }: MethodPanelProps) {
  const texts = usePageTexts();
  const { frame_url, kit, test_mode, provider } = method;
  if (frame_url !== '') {
    return <CardPanel address={frame_url} isTest={test_mode} card={placing.card} onSubmit={onSubmit} />;
  }
  if (kit) return <KitPanel method={method} kit={kit} state={state} form={placing.form} />;
  // The PayPal express payment is already approved: placing the order confirms it.
  const isAgreed = state.checkout.paypal_order_id !== '' && provider === 'paypal';
  return <p className="way-more small quiet">{isAgreed ? texts.payPalAgreed : explanation(method, texts)}</p>;
}

function explanation({ flow, title }: CheckoutPaymentMethod, texts: CheckoutTexts): string {
  if (flow === 'redirect' || flow === 'kit') return texts.text('payElsewhere', { name: title });
  return Object.hasOwn(explanations, flow) ? texts[explanations[flow as keyof typeof explanations]] : '';
}

/** Renders the logo of a payment method: a known brand's logo, an image from a URL, or the name as text. */
function Mark({ icon, title }: { icon: string; title: string }) {
  const brand = paymentLogos[icon];
  // If the method's title is the brand's name, the alternative text is empty, so that screen readers read the name only once.
  if (brand)
    return <img src={brand.src} alt={brand.name === title ? '' : brand.name} width="40" height="26" />;
  if (/^(\/|https:)/.test(icon)) return <img src={icon} alt="" width="40" height="26" />;
  return <span className="mark-name">{icon}</span>;
}

interface CardPanelProps {
  address: string;
  isTest: boolean;
  card: PlaceOrderState['card'];
  onSubmit(): void;
}

function CardPanel({ address, isTest, card, onSubmit }: CardPanelProps) {
  const texts = usePageTexts();
  const isHydrated = useHydrated();
  const [isUnavailable, setIsUnavailable] = useState(false);
  useAnnouncement(isUnavailable ? texts.cardUnavailable : '');
  return (
    <div className="way-more">
      {isHydrated ? (
        <CardFields
          key={address}
          address={address}
          title={texts.cardDetails}
          silent={texts.cardSilent}
          card={card}
          onSubmit={onSubmit}
          onReady={() => setIsUnavailable(false)}
          onUnavailable={() => setIsUnavailable(true)}
        />
      ) : (
        <div className="card-host" />
      )}
      {isUnavailable && <p className="field-error">{texts.cardUnavailable}</p>}
      {isTest && <p className="small quiet">{texts.cardTest}</p>}
    </div>
  );
}

/** Height of the iframe in px until it reports its own height, so that nothing moves. */
const firstHeight = 188;

interface CardFieldsProps {
  /** `frame_url` of the payment method in GET /pay/config. Also the React `key`, because another URL means another form. */
  address: string;
  /** Accessible name of the iframe. */
  title: string;
  /** Error message if the provider does not respond. */
  silent: string;
  /** Ref to the mounted card form, null after it is removed. */
  card: PlaceOrderState['card'];
  onSubmit(): void;
  /** Called when the form can be filled in; this can happen even after `onUnavailable` was called. */
  onReady(): void;
  onUnavailable(): void;
}

/**
 * Renders the provider's card form. Must be rendered in the browser only, because it needs the page's origin and must not miss a
 * message from the iframe.
 */
export function CardFields({ address, title, card, ...rest }: CardFieldsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(rest);
  latest.current = rest;
  const [height, setHeight] = useState(firstHeight);
  const [isReady, setIsReady] = useState(false);
  useLayoutEffect(() => {
    const opened = openCardFrame(frame.current!, {
      silent: latest.current.silent,
      onHeight: setHeight,
      onReady: () => {
        setIsReady(true);
        latest.current.onReady();
      },
      onSubmit: () => latest.current.onSubmit(),
      onUnavailable: () => latest.current.onUnavailable(),
    });
    card.current = opened;
    return () => {
      opened.destroy();
      card.current = null;
    };
  }, [card]);
  return (
    <div className="card-host" aria-busy={isReady ? undefined : true}>
      <iframe ref={frame} src={cardFrameUrl(address)} title={title} allow="payment" height={height} />
    </div>
  );
}
