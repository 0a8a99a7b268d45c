import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { usePageTexts } from './texts.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  error?: string | undefined;
  hint?: string;
  isOptional?: boolean;
  /** True for a rarely used field: only its label is visible until the field is focused or filled in. */
  isFolded?: boolean;
  /** A select or textarea that replaces the input; it must have the attributes that `fieldIds` returns. */
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

/** Renders a labelled field with its error. The field is uncontrolled: the form reads the value from the DOM. */
export function Field(props: FieldProps) {
  const { name, label, error, hint, isOptional, isFolded, children, className = '', ...input } = props;
  const texts = usePageTexts();
  // Once focused, the field stays open: folding it on blur would move the element that the shopper is clicking. A folded field is
  // small instead of hidden, because browsers do not autofill hidden fields. The placeholder lets the stylesheet detect an empty
  // field.
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

/** Returns the form's field with the given name, null if there is none. */
export function findField(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null;
}
