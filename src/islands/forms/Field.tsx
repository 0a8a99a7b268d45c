import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId, useState } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  name: string;
  label: string;
  /** What is wrong with it, '' for nothing. */
  problem?: string | undefined;
  hint?: string;
  /** The hint is above the control. */
  isHintFirst?: boolean;
  /** Follows the label of a field that may stay empty. */
  optional?: string | undefined;
  /** Few need it: it is its label alone until it is reached or filled in. */
  isFolded?: boolean;
  /** Another control in place of the input; it carries these ids. */
  children?: (ids: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A labelled field with its message beside it. What is typed lives in the DOM; its form reads it. */
export function Field(props: FieldProps) {
  const {
    id: given,
    name,
    label,
    problem,
    hint,
    isHintFirst,
    optional,
    isFolded,
    children,
    ...input
  } = props;
  const made = useId();
  const id = given ?? made;
  // Reached once it stays, so that nothing moves under the next click. The browser passes over hidden fields when it fills a
  // form in, so a folded one is only small; by its placeholder the style sheet sees that it is empty.
  const [isReached, setIsReached] = useState(false);
  const fold = isFolded && { placeholder: ' ', onFocus: () => setIsReached(true) };
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
    <div className={isFolded && !isReached ? 'field folded' : 'field'}>
      <label className="label" htmlFor={id}>
        {label}
        {optional && <span className="optional"> {optional}</span>}
      </label>
      {isHintFirst && help}
      {children ? children(ids) : <input className="input" name={name} {...ids} {...input} {...fold} />}
      {problem && (
        <p className="field-error" id={`${id}-error`}>
          {problem}
        </p>
      )}
      {!isHintFirst && help}
    </div>
  );
}

interface SelectFieldProps
  extends Pick<FieldProps, 'name' | 'label' | 'problem'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'children'> {
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

/** The form's field of that name, null while the form has none. */
export function namedField(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | null;
}

/** Moves the focus to the first field that shows a problem. @returns its name, undefined for none */
export function focusProblem(form: HTMLFormElement | null): string | undefined {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true');
  first?.focus();
  return first?.name;
}
