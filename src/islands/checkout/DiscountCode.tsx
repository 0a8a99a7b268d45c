import { useId, useRef } from 'react';
import { useAnnounced } from '../use-announced.ts';
import { useWords } from './words.ts';

export interface DiscountCodeProps {
  coupon: string;
  /** The code would make the discount smaller (R102): the shopper decides. */
  asksConfirm: boolean;
  /** The code that waits for the decision. */
  waitingCode: string;
  confirmText: string;
  problem: string;
  onApply(code: string, isConfirmed: boolean): void;
  onRemove(): void;
}

export function DiscountCode(props: DiscountCodeProps) {
  const { coupon, asksConfirm, waitingCode, confirmText, problem, onApply, onRemove } = props;
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isAsked = asksConfirm && waitingCode !== '';
  useAnnounced(isAsked ? confirmText : problem);
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
        <label className="label" htmlFor={id}>
          {words.discountCode}
        </label>
        <div className="code-row">
          <input
            className="input"
            id={id}
            ref={input}
            name="coupon"
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : undefined}
          />
          <button className="button button-plain" type="submit">
            {words.applyCode}
          </button>
        </div>
        {problem && (
          <p className="field-error" id={`${id}-error`}>
            {problem}
          </p>
        )}
      </div>
      {isAsked && (
        <div className="confirm">
          <p>{confirmText}.</p>
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
