import { useId, useRef } from 'react';

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
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  if (coupon !== '' && !asksConfirm) {
    return (
      <p className="coupon">
        <span>
          <span className="visually-hidden">Discount code </span>
          {coupon}
        </span>
        <button type="button" className="text-button" onClick={onRemove}>
          Remove<span className="visually-hidden"> discount code {coupon}</span>
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
          Discount code
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
            Apply
          </button>
        </div>
        {problem && (
          <p className="field-error" id={`${id}-error`} role="alert">
            {problem}
          </p>
        )}
      </div>
      {asksConfirm && waitingCode !== '' && (
        <div className="confirm">
          <p role="alert">{confirmText}.</p>
          <div className="confirm-row">
            <button type="button" className="button" onClick={() => onApply(waitingCode, true)}>
              Use {waitingCode}
            </button>
            <button type="button" className="button button-plain" onClick={onRemove}>
              Keep my discount
            </button>
          </div>
        </div>
      )}
    </form>
  );
}
