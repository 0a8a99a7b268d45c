import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';

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
