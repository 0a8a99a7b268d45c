import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { usePageTexts } from './texts.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  error?: string | undefined;
  hint?: string;
  isOptional?: boolean;
  /** Rarely used: shows only its label until it is focused or filled in. */
  isFolded?: boolean;
  /** A select or textarea instead of the input; it carries the ids of `fieldIds`. */
  children?: ReactNode;
}

/** Returns the ids that link a control to its label, hint and error. */
export function fieldIds(name: string, error: string | undefined, hint?: string) {
  const described = [error && `checkout-${name}-error`, hint && `checkout-${name}-hint`].filter(Boolean);
  return {
    id: `checkout-${name}`,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
}

/** Renders a labelled field with its error. The value stays in the DOM, where the form reads it. */
export function Field(props: FieldProps) {
  const { name, label, error, hint, isOptional, isFolded, children, className = '', ...input } = props;
  const texts = usePageTexts();
  // Once focused it stays open, so that nothing moves under the next click. Browsers skip hidden fields in autofill, so a folded
  // field is only small; the stylesheet detects an empty one by its placeholder.
  const [isReached, setIsReached] = useState(false);
  const fold = isFolded ? { placeholder: ' ', onFocus: () => setIsReached(true) } : null;
  return (
    <div className={`field ${isFolded && !isReached ? 'folded' : className}`}>
      <label className="label" htmlFor={`checkout-${name}`}>
        {label}
        {isOptional && <span className="optional"> {texts.optionalField}</span>}
      </label>
      {children ?? (
        <input className="input" name={name} {...fieldIds(name, error, hint)} {...input} {...fold} />
      )}
      {error && (
        <p className="field-error" id={`checkout-${name}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="small quiet" id={`checkout-${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Returns the form's field of that name, null if there is none. */
export function findField(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null;
}
