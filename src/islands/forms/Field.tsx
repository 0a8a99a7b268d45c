import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  /** One of the page: islands are rendered without streams, where React's own ids repeat from island to island. */
  id: string;
  name: string;
  label: string;
  /** What is wrong with it, '' for nothing. */
  problem?: string | undefined;
  hint?: string;
  /** The hint is above the control. */
  isHintFirst?: boolean;
  /** Another control in place of the input; it carries these ids. */
  children?: (ids: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/**
 * A labelled field with its message beside it. What is typed lives in the DOM; its form reads it. The checkout has its own
 * (checkout/Field.tsx): shared, it would add 350 bytes to what the checkout loads.
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

/** An email address; by `username`, which is the default, the browser keeps the form's password for it. */
export function EmailField(field: Omit<FieldProps, 'name'>) {
  return <Field name="email" type="email" autoComplete="username" maxLength={254} required {...field} />;
}

interface SelectFieldProps
  extends Pick<FieldProps, 'id' | 'name' | 'label' | 'problem'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'children'> {
  options: readonly { code: string; name: string }[];
  /** The entry for none of them. */
  empty?: string;
}

/** A field whose value is chosen from a list. */
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

/** Moves the focus to the first field that shows a problem. @returns its name, undefined for none */
export function focusProblem(form: HTMLFormElement | null): string | undefined {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  first?.focus();
  return first?.name;
}
