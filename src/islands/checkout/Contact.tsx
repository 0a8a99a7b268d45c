import { Field } from './Field.tsx';
import type { Problems } from './types.ts';
import { useWords } from './words.ts';

interface ContactProps {
  email: string;
  problems: Problems;
  onType(email: string): void;
  onLeave(): void;
}

export function Contact({ email, problems, onType, onLeave }: ContactProps) {
  const words = useWords();
  return (
    <section className="step" aria-labelledby="contact-title">
      <h2 id="contact-title">{words.contact}</h2>
      <Field
        name="email"
        label={words.email}
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
