import type { InputHTMLAttributes, ReactNode } from 'react';
import { useWords } from './words.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  error?: string | undefined;
  hint?: string;
  isOptional?: boolean;
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
export function Field({ name, label, error, hint, isOptional, children, className, ...input }: FieldProps) {
  const words = useWords();
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="label" htmlFor={`checkout-${name}`}>
        {label}
        {isOptional && <span className="optional"> {words.optionalField}</span>}
      </label>
      {children ?? <input className="input" name={name} {...fieldIds(name, error, hint)} {...input} />}
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
