import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface PasswordFieldProps
  extends Pick<FieldProps, 'id'>,
    Partial<Pick<FieldProps, 'name' | 'label' | 'problem'>> {
  /** True if the shopper sets a new password; false for the account's current password. */
  isNew?: boolean;
  texts: { password: string; passwordHint: string; showPassword: string; hidePassword: string };
}

/** Renders a password field with a button that shows the password (R129). */
export function PasswordField(props: PasswordFieldProps) {
  const { id, texts, isNew = false, name = 'password', label = texts.password, problem } = props;
  const [isShown, setShown] = useState(false);
  return (
    <Field id={id} name={name} label={label} problem={problem} hint={isNew ? texts.passwordHint : ''}>
      {(ids) => (
        <span className="password">
          <input
            className="input"
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={isNew ? 'new-password' : 'current-password'}
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
            {isShown ? texts.hidePassword : texts.showPassword}
            <span className="visually-hidden"> {label}</span>
          </button>
        </span>
      )}
    </Field>
  );
}
