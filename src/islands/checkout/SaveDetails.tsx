import { useState } from 'react';
import { api } from '#client/api.ts';
import { session } from '#client/storage.ts';
import { badParameter } from '#lib/contract/codes.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { password } from '#lib/forms/password.ts';
import { loginTable } from '../account/words.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormEnd, useForm } from '../forms/use-form.tsx';
import { useTexts } from '../use-texts.ts';
import { useWords } from './words.ts';

/** The order that was saved in this tab. */
const storageKey = 'saved_order';

/** Keeps a guest's address and order in an account; what becomes of it is said by mail (R139). */
export function SaveDetails({ order }: { order: WireOrder }) {
  const words = useWords();
  const login = useTexts(loginTable);
  // Asked a second time, a password would be thrown away.
  const [wasSaved] = useState(() => session.get(storageKey) === order.order_no);
  const done = words.text('saveDone', { email: order.email });
  const { problems, said, isBusy, props } = useForm(
    (typed) => ({ password: password(login)(typed('password')) }),
    async (typed) => {
      const body = { order_no: order.order_no, password: typed('password') };
      const answer = await api('POST /api/v1/storefront/order/account', { body }, { jumpLogin: false });
      if (answer.code === badParameter)
        return { kind: 'failed', text: login.pwdCommonMsg, field: 'password' };
      if (answer.code !== 0) return { kind: 'failed', text: answer.msg };
      session.set(storageKey, order.order_no);
      return { kind: 'done', text: done };
    },
  );
  return (
    <section className="result-part" aria-labelledby="save-title">
      <h2 id="save-title">{words.saveTitle}</h2>
      {said?.kind === 'done' || wasSaved ? (
        <p className="form-done">{done}</p>
      ) : (
        <>
          <p className="quiet">{words.text('saveLead', { email: order.email })}</p>
          <form className="save-form" {...props}>
            {/* So that the browser keeps the password for the address. */}
            <input
              className="visually-hidden"
              type="email"
              autoComplete="username"
              value={order.email}
              aria-hidden="true"
              tabIndex={-1}
              readOnly
            />
            <PasswordField
              name="password"
              label={login.password}
              autoComplete="new-password"
              hint={login.passwordHint}
              problem={problems.password}
              words={login}
            />
            <FormEnd said={said} isBusy={isBusy} label={words.saveButton} isPlain />
          </form>
        </>
      )}
    </section>
  );
}
