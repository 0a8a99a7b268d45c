import { useRef } from 'react';
import { ReasonLink } from '../ReasonLink.tsx';
import { useAnnounced } from '../use-announced.ts';
import { useWords } from './texts.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { Placing } from './use-place-order.ts';

export interface DiscountCodeProps {
  state: CheckoutState;
  placing: Placing;
  problem: string;
}

export function DiscountCode({ state, placing, problem }: DiscountCodeProps) {
  const { coupon, need_second_confirm: asksConfirm } = state.checkout;
  const reason = state.refusal?.reason;
  // A code that would reduce the discount waits for the shopper's confirmation (R102).
  const waitingCode = state.fields.coupon ?? '';
  const words = useWords();
  const onApply = (code: string, isConfirmed: boolean) => {
    placing.clear();
    void state.choose({ coupon: code, scConfirm: isConfirmed ? 1 : 0 });
  };
  const onRemove = () => void state.choose({ coupon: '', scConfirm: 0 });
  const input = useRef<HTMLInputElement>(null);
  const isAsked = asksConfirm && waitingCode !== '';
  useAnnounced(isAsked ? words.secondConfirm : problem);
  if (coupon !== '' && !asksConfirm) {
    return (
      <p className="coupon">
        <span>
          <span className="visually-hidden">{words.discountCode} </span>
          {coupon}
        </span>
        <button
          type="button"
          className="text-button"
          aria-label={words.text('removeCodeOf', { code: coupon })}
          onClick={onRemove}
        >
          {words.removeCode}
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
          {words.discountCode}
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
            {words.applyCode}
          </button>
        </div>
        {problem && (
          <p className="field-error" id="discount-code-error">
            {problem} {reason?.text === problem && <ReasonLink reason={reason} />}
          </p>
        )}
      </div>
      {isAsked && (
        <div className="confirm">
          <p>{words.secondConfirm}.</p>
          <div className="confirm-row">
            <button type="button" className="button" onClick={() => onApply(waitingCode, true)}>
              {words.text('useCode', { code: waitingCode })}
            </button>
            <button type="button" className="button button-plain" onClick={onRemove}>
              {words.keepDiscount}
            </button>
          </div>
        </div>
      )}
    </form>
  );
}
