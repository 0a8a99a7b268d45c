import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  name: string;
  label: string;
  /** What is wrong with it, '' for nothing. */
  problem?: string | undefined;
  hint?: string;
  /** A select in place of the input. */
  children?: (ids: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}

/** A labelled field with its message beside it. What is typed lives in the DOM; its form reads it. */
export function Field({ name, label, problem = '', hint = '', children, ...input }: FieldProps) {
  const id = useId();
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const ids = {
    id,
    ...(problem !== '' && { 'aria-invalid': true as const }),
    ...(described !== '' && { 'aria-describedby': described }),
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children ? children(ids) : <input className="input" name={name} {...ids} {...input} />}
      {hint && (
        <p className="small quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password';
  words: { showPassword: string; hidePassword: string };
}

/** A password, shown while its button is pressed in (R129). */
export function PasswordField({ words, autoComplete, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(ids) => (
        <span className="password">
          <input
            className="input"
            type={isShown ? 'text' : 'password'}
            name={field.name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            required
            {...ids}
          />
          <button
            type="button"
            className="password-show"
            aria-pressed={isShown}
            aria-controls={ids.id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? words.hidePassword : words.showPassword}
            <span className="visually-hidden"> {field.label}</span>
          </button>
        </span>
      )}
    </Field>
  );
}
