import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { useWords } from './texts.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  error?: string | undefined;
  hint?: string;
  isOptional?: boolean;
  /** Few need it: it is its label alone until it is reached or filled in. */
  isFolded?: boolean;
  /** A select or a textarea in place of the input; it carries the ids of `fieldIds`. */
  children?: ReactNode;
}

/** Ids that tie a control to its label and its error. */
export function fieldIds(name: string, error: string | undefined, hint?: string) {
  const described = [error && `checkout-${name}-error`, hint && `checkout-${name}-hint`].filter(Boolean);
  return {
    id: `checkout-${name}`,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
}

/** A labelled field with its message beside it. What is typed lives in the DOM; its form reads it. */
export function Field(props: FieldProps) {
  const { name, label, error, hint, isOptional, isFolded, children, className = '', ...input } = props;
  const words = useWords();
  // Reached once it stays, so that nothing moves under the next click. The browser passes over hidden fields when it fills a
  // form in, so a folded one is only small; by its placeholder the style sheet sees that it is empty.
  const [isReached, setIsReached] = useState(false);
  const fold = isFolded ? { placeholder: ' ', onFocus: () => setIsReached(true) } : null;
  return (
    <div className={`field ${isFolded && !isReached ? 'folded' : className}`}>
      <label className="label" htmlFor={`checkout-${name}`}>
        {label}
        {isOptional && <span className="optional"> {words.optionalField}</span>}
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

/** The form's field of that name, null while the form has none. */
export function namedField(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null;
}
