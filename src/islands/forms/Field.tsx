import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  /** Unique on the page: islands are rendered without streams, so React's own ids repeat from island to island. */
  id: string;
  name: string;
  label: string;
  /** Error message, '' for none. */
  problem?: string | undefined;
  hint?: string;
  /** Shows the hint above the control. */
  isHintFirst?: boolean;
  /** Another control instead of the input; it carries these ids. */
  children?: (ids: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/**
 * Renders a labelled field with its error. The value stays in the DOM, where the form reads it. The checkout has a separate one
 * (checkout/Field.tsx): a shared one would add 350 bytes to its scripts.
 */
export function Field(props: FieldProps) {
  const { id, name, label, problem, hint, isHintFirst, children, ...input } = props;
  const described = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  if (isHintFirst) described.reverse();
  const ids = {
    id,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': described.join(' ') || undefined,
  };
  const help = hint && (
    <p className="small quiet" id={`${id}-hint`}>
      {hint}
    </p>
  );
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {isHintFirst && help}
      {children ? children(ids) : <input className="input" name={name} {...ids} {...input} />}
      {!isHintFirst && help}
      {problem && (
        <p className="field-error" id={`${id}-error`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Renders an email field. `username`, the default, lets the browser save the form's password with the address. */
export function EmailField(field: Omit<FieldProps, 'name'>) {
  return <Field name="email" type="email" autoComplete="username" maxLength={254} required {...field} />;
}

interface SelectFieldProps
  extends Pick<FieldProps, 'id' | 'name' | 'label' | 'problem'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'children'> {
  options: readonly { code: string; name: string }[];
  /** Text of the option for no value. */
  empty?: string;
}

export function SelectField({ id, name, label, problem, options, empty, ...select }: SelectFieldProps) {
  return (
    <Field id={id} name={name} label={label} problem={problem}>
      {(ids) => (
        <select className="select" name={name} {...select} {...ids}>
          {empty && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Focuses the first field that shows an error. @returns its name, undefined for none */
export function focusFirstInvalidField(form: HTMLFormElement | null): string | undefined {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  first?.focus();
  return first?.name;
}
