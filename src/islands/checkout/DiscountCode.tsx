import { useRef } from 'react';
import { ReasonLink } from '../ReasonLink.tsx';
import { useAnnouncement } from '../use-announcement.ts';
import { usePageTexts } from './texts.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { PlaceOrderState } from './use-place-order.ts';

export interface DiscountCodeProps {
  state: CheckoutState;
  placing: PlaceOrderState;
  problem: string;
}

export function DiscountCode({ state, placing, problem }: DiscountCodeProps) {
  const { coupon, need_second_confirm: needsConfirmation } = state.checkout;
  const reason = state.refusal?.reason;
  // Discount code that the shopper has to confirm, because it would make the discount smaller (R102).
  const waitingCode = state.fields.coupon ?? '';
  const texts = usePageTexts();
  const onApply = (code: string, isConfirmed: boolean) => {
    placing.clear();
    void state.choose({ coupon: code, scConfirm: isConfirmed ? 1 : 0 });
  };
  const onRemove = () => void state.choose({ coupon: '', scConfirm: 0 });
  const input = useRef<HTMLInputElement>(null);
  const isConfirmShown = needsConfirmation && waitingCode !== '';
  useAnnouncement(isConfirmShown ? texts.secondConfirm : problem);
  if (coupon !== '' && !needsConfirmation) {
    return (
      <p className="coupon">
        <span>
          <span className="visually-hidden">{texts.discountCode} </span>
          {coupon}
        </span>
        <button
          type="button"
          className="text-button"
          aria-label={texts.text('removeCodeOf', { code: coupon })}
          onClick={onRemove}
        >
          {texts.removeCode}
        </button>
      </p>
    );
  }
  return (
    <form
      className="code-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = input.current?.value.trim() ?? '';
        if (code !== '') onApply(code, false);
      }}
    >
      <div className="field">
        <label className="label" htmlFor="discount-code">
          {texts.discountCode}
        </label>
        <div className="code-row">
          <input
            className="input"
            id="discount-code"
            ref={input}
            name="coupon"
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'discount-code-error' : undefined}
          />
          <button className="button button-plain" type="submit">
            {texts.applyCode}
          </button>
        </div>
        {problem && (
          <p className="field-error" id="discount-code-error">
            {problem} {reason?.text === problem && <ReasonLink reason={reason} />}
          </p>
        )}
      </div>
      {isConfirmShown && (
        <div className="confirm">
          <p>{texts.secondConfirm}.</p>
          <div className="confirm-row">
            <button type="button" className="button" onClick={() => onApply(waitingCode, true)}>
              {texts.text('useCode', { code: waitingCode })}
            </button>
            <button type="button" className="button button-plain" onClick={onRemove}>
              {texts.keepDiscount}
            </button>
          </div>
        </div>
      )}
    </form>
  );
}
