import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import { sendEvent } from '#client/marketing/start-marketing.ts';
import { isOfferedInCountry } from '#lib/checkout/offered-in-country.ts';
import type { CheckoutPaymentMethod } from '#lib/checkout/place-order.ts';
import * as codes from '#lib/contract/codes.ts';
import { toEventProducts } from '#lib/marketing/shop-event.ts';
import { createTexts } from '#lib/messages/format.ts';
import { formatMoney } from '#lib/money/format.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { TextsContext } from '../use-texts.ts';
import { Billing, useBilling } from './Billing.tsx';
import { Contact } from './Contact.tsx';
import { Countdown } from './Countdown.tsx';
import { DeliveryAddress } from './DeliveryAddress.tsx';
import { ExpressPayments } from './ExpressPayments.tsx';
import { Extras } from './Extras.tsx';
import { findField } from './Field.tsx';
import { Payment } from './Payment.tsx';
import { ShippingMethods } from './ShippingMethods.tsx';
import { Summary } from './Summary.tsx';
import { type CheckoutTexts, checkoutPageTexts } from './texts.ts';
import type { CheckoutProps } from './types.ts';
import { type CheckoutState, useAnnounceTotal, useCheckout, useRedirectParams } from './use-checkout.ts';
import { usePreselectedCountry } from './use-first-country.ts';
import { useHydrated } from './use-hydrated.ts';
import { errorPlaceByCode, usePlaceOrder } from './use-place-order.ts';
import { useFieldValidation } from './use-problems.ts';

const loadReview = () => import('./Review.tsx');

/** Renders the whole checkout on one page (CHK-12): the form on the left, the order summary on the right. */
export const Checkout = memo(function Checkout(props: CheckoutProps) {
  const { countries, tip, format, texts, countdown } = props;
  const pageTexts = useMemo(() => createTexts(checkoutPageTexts, texts), [texts]);
  const state = useCheckout(props.checkout);
  const { checkout, fields, refusal } = state;
  const billing = useBilling(state);
  const problems = useFieldValidation(state, countries, billing.countries, pageTexts);
  const country = checkout.requires_shipping ? problems.address.country_code : '';
  const money = (amount: number) =>
    formatMoney(roundToMinorUnits(amount, checkout.currency), checkout.currency, format);
  const placing = usePlaceOrder(state, pageTexts, money);
  const isHydrated = useHydrated();
  const [isOpen, setIsOpen] = useState(false);
  /** True once the shopper has pressed "Change" in the review. */
  const [isForm, setIsForm] = useState(false);
  const review = useLazyModule(
    loadReview,
    props.comesFromPayPal || checkout.paypal_order_id !== '' ? 'review' : '',
  );
  useEffect(() => {
    if (isForm) findField(problems.form.current, 'email')?.focus();
  }, [isForm, problems.form]);
  const isFilling = useRedirectParams(state, props.comesFromPayPal);
  useTypedBefore(state, problems.form);
  usePreselectedCountry(state, problems.form, countries, props.addresses.length > 0);
  const initialCheckout = useRef(props.checkout);
  useEffect(() => {
    const { token } = initialCheckout.current;
    sendEvent('InitiateCheckout', toEventProducts(initialCheckout.current), { once: `checkout.${token}` });
  }, []);

  const total = money(checkout.total_price);
  useAnnounceTotal(state, total, placing.isBusy, pageTexts);
  const isFree = checkout.total_price === 0;
  // Until the shopper has chosen a country, every payment method is offered.
  const isUndecided = checkout.requires_shipping && country === '';
  const methods = props.methods.filter(
    (entry) => isUndecided || isOfferedInCountry(entry.countries ?? [], country),
  );
  const method = isFree
    ? null
    : (methods.find((entry) => entry.method === fields.payment_method) ?? methods[0] ?? null);
  const refusedAt = placeOf(refusal);
  const problemAt = (place: string) =>
    placing.problem?.place === place ? placing.problem.msg : refusedAt === place ? (refusal?.msg ?? '') : '';
  const isAgreed = checkout.paypal_order_id !== '' && method?.provider === 'paypal';
  // Errors appear next to their fields, so show the form instead of the review if there is an error.
  const isClear = placing.refused === null && !['payment', 'tip'].some((place) => problemAt(place) !== '');
  // Once displayed, the form stays: if a field becomes complete while the shopper types, the review must not replace the form. The
  // review displays saved data, so it is not rendered until everything is saved.
  const hasShownForm = useRef(false);
  const isSaved =
    refusal === null &&
    checkout.email !== '' &&
    (!checkout.requires_shipping || (checkout.address.address1 !== '' && checkout.shipping_id !== ''));
  const isReview =
    !isForm &&
    !hasShownForm.current &&
    !review.isLost &&
    (isFilling || (isAgreed && isClear && isSaved && problems.isComplete));
  useEffect(() => {
    if (!isReview) hasShownForm.current = true;
  }, [isReview]);
  const hasLineProblem = checkout.variant_items.some((line) => line.problem !== '');

  function submit(): void {
    if (!problems.check()) return;
    const box = findField(problems.form.current, 'show_name');
    void placing.place(method, box ? { show_name: box.checked ? 1 : 0 } : {});
  }

  return (
    <TextsContext value={texts}>
      <div className="checkout">
        <form
          className="steps"
          noValidate
          ref={problems.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <h1 className="visually-hidden">{pageTexts.checkoutTitle}</h1>
          {countdown && <Countdown event={countdown} />}
          {isReview ? (
            review.module && !isFilling ? (
              <review.module.Review
                state={state}
                money={money}
                total={total}
                onChange={() => setIsForm(true)}
              />
            ) : (
              <p className="review quiet" aria-busy="true">
                {pageTexts.busy}
              </p>
            )
          ) : (
            <>
              <ExpressPayments state={state} isExpected={props.expectsPayPal} />
              <Contact state={state} problems={problems} />
              {checkout.requires_shipping && (
                <>
                  <DeliveryAddress
                    key={state.generation}
                    state={state}
                    problems={problems}
                    countries={countries}
                    addresses={props.addresses}
                  />
                  <ShippingMethods state={state} country={country} money={money} />
                </>
              )}
              <Extras
                state={state}
                tip={tip}
                asksToShowName={props.asksToShowName}
                money={money}
                tipProblem={problemAt('tip')}
              />
              <Payment
                methods={methods}
                chosen={method}
                state={state}
                placing={placing}
                problem={problemAt('payment')}
                onSubmit={submit}
              />
              {checkout.requires_shipping && !isFree && (
                <Billing state={state} problems={problems} place={billing} />
              )}
            </>
          )}
          <div className="place">
            <Alert text={problemAt('form')} />
            {hasLineProblem && (
              <p className="small">
                {pageTexts.linesLost} <a href={localPath('/cart')}>{pageTexts.changeBag}</a>
              </p>
            )}
            <button
              className="button button-wide pay-button"
              type="submit"
              disabled={
                !isHydrated || isFilling || (isReview && !review.module) || (method === null && !isFree)
              }
              aria-busy={placing.isBusy}
            >
              {placing.isBusy
                ? pageTexts.busy
                : isReview
                  ? pageTexts.placeOrder
                  : buttonText(pageTexts, isFree ? null : method, total, checkout.paypal_order_id !== '')}
            </button>
            <p className="small quiet">
              {pageTexts.text('chargeHint', { total, currency: checkout.currency })}
            </p>
          </div>
        </form>

        <aside className="summary" data-open={isOpen || undefined} aria-label={pageTexts.orderSummary}>
          <button
            type="button"
            className="summary-toggle"
            aria-expanded={isOpen}
            aria-controls="summary-content"
            onClick={() => setIsOpen(!isOpen)}
          >
            <span>
              {isOpen ? pageTexts.hideSummary : pageTexts.showSummary}
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d="m6 9 6 6 6-6" />
              </svg>
            </span>
            <b>{total}</b>
          </button>
          <div id="summary-content" className="summary-content">
            <h2 className="visually-hidden">{pageTexts.orderSummary}</h2>
            <Summary state={state} placing={placing} money={money} problem={problemAt('discount')} />
          </div>
        </aside>
      </div>
    </TextsContext>
  );
});

/**
 * Returns the label of the submit button.
 * @param isApproved true if the shopper has already approved the payment at PayPal, so that the button does not lead there again
 */
function buttonText(
  texts: CheckoutTexts,
  method: CheckoutPaymentMethod | null,
  total: string,
  isApproved: boolean,
): string {
  if (!method || method.flow === 'local') return texts.placeOrder;
  if (isApproved && method.provider === 'paypal') return texts.text('payNow', { total });
  const isElsewhere = method.flow === 'redirect' || (method.flow === 'kit' && !method.kit);
  return texts.text(isElsewhere ? 'payOn' : 'payNow', { total });
}

/** Renders an error and focuses it, so that screen readers read it out and the browser scrolls to it. */
function Alert({ text }: { text: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== '') box.current?.focus();
  }, [text]);
  return text === '' ? null : (
    <p className="alert" tabIndex={-1} ref={box}>
      {text}
    </p>
  );
}

/** Returns the section of the checkout that displays the error of a rejected save. */
function placeOf(refusal: CheckoutState['refusal']): string {
  if (!refusal) return '';
  if (errorPlaceByCode[refusal.code] === 'discount') return 'discount';
  if (refusal.code === codes.badParameter && refusal.changes.tip !== undefined) return 'tip';
  return 'form';
}

/** Saves the values that the shopper entered before hydration. */
function useTypedBefore(state: CheckoutState, form: React.RefObject<HTMLFormElement | null>): void {
  const first = useRef(state);
  useEffect(() => {
    const { checkout, type } = first.current;
    const saved: Record<string, string> = { ...checkout.address, email: checkout.email, note: checkout.note };
    for (const [name, before] of Object.entries(saved)) {
      const value = findField(form.current, name)?.value;
      if (value === undefined || value === before) continue;
      if (name === 'email' || name === 'note') type({ [name]: value });
      else type({ address: { [name]: value } });
    }
  }, [form]);
}
