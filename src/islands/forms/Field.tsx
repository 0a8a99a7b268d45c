import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  /**
   * Id of the control; must be unique on the page. React's generated ids are not, because each island is rendered separately and
   * without streaming.
   */
  id: string;
  name: string;
  label: ReactNode;
  /** Error message, '' for none. */
  problem?: string | undefined;
  hint?: string;
  /** Shows the hint above the control. */
  isHintFirst?: boolean;
  /** Renders another control instead of the input; it must have the attributes in `ids`. */
  children?: (ids: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/**
 * Renders a labelled field with its error. The field is uncontrolled: the form reads the value from the DOM. The checkout has a
 * separate component (checkout/Field.tsx), because sharing this one would add 350 bytes to its scripts.
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

/** Renders an email field. The default autocomplete value `username` lets the browser save the form's password with the email address. */
export function EmailField(field: Omit<FieldProps, 'name'>) {
  return <Field name="email" type="email" autoComplete="username" maxLength={254} required {...field} />;
}

interface SelectFieldProps
  extends Pick<FieldProps, 'id' | 'name' | 'label' | 'problem'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'children'> {
  options: readonly { code: string; name: string }[];
  /** Label of the option with an empty value. */
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

/** Focuses the first invalid field of a form. @returns the field's name, undefined if all fields are valid */
export function focusFirstInvalidField(form: HTMLFormElement | null): string | undefined {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  first?.focus();
  return first?.name;
}
