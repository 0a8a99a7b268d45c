import { useRef } from 'react';
import { api } from '#client/api/api.ts';
import { clientId } from '#client/api/client-id.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import { Field } from './Field.tsx';
import { usePageTexts } from './texts.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { FieldValidation } from './use-problems.ts';

/** Renders the email field and the opt-in for a reminder of an abandoned checkout (API-084, R122). */
export function Contact({ state, problems }: { state: CheckoutState; problems: FieldValidation }) {
  const texts = usePageTexts();
  const box = useRef<HTMLInputElement>(null);
  /** Email address last sent to the server, '' for none. */
  const announced = useRef('');

  /** Sends the email address to the server if the reminder checkbox is ticked; otherwise deletes it from the server. */
  function syncEmail(): void {
    const email = String(state.fields.email ?? '').trim();
    const accountEmail = box.current?.checked && isAccountEmail(email) ? email : '';
    if (accountEmail === announced.current) return;
    announced.current = accountEmail;
    const distinct_id = clientId();
    if (accountEmail === '')
      void api('DELETE /api/v1/storefront/customer/contact', { body: { distinct_id } });
    else void api('POST /api/v1/customer/email', { body: { email, distinct_id } });
  }

  return (
    <section className="step" aria-labelledby="contact-title">
      <h2 id="contact-title">{texts.contact}</h2>
      <Field
        key={state.generation}
        name="email"
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={state.fields.email}
        error={problems.shown.email}
        onInput={(event) => state.type({ email: event.currentTarget.value })}
        onBlur={() => {
          problems.leave('email');
          syncEmail();
        }}
      />
      <label className="tick">
        <input ref={box} type="checkbox" name="remind" onChange={syncEmail} />
        <span>{texts.remindMe}</span>
      </label>
    </section>
  );
}
