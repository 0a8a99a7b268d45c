import { Field } from './Field.tsx';
import type { Problems } from './types.ts';

interface ContactProps {
  email: string;
  problems: Problems;
  onType(email: string): void;
  onLeave(): void;
}

export function Contact({ email, problems, onType, onLeave }: ContactProps) {
  return (
    <section className="step" aria-labelledby="contact-title">
      <h2 id="contact-title">Contact</h2>
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={email}
        error={problems.email}
        onInput={(event) => onType(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </section>
  );
}
