import { useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { forgetLogin } from '#client/login/forget-login.ts';
import { invalidCredentials } from '#lib/contract/codes.ts';
import type { Account, AccountSession } from '#lib/contract/customers.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { EmailField } from '../forms/Field.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { useAnnouncement } from '../use-announcement.ts';
import { Logins } from './Logins.tsx';
import { NameFields } from './NameFields.tsx';
import { NewPassword } from './NewPassword.tsx';
import { usePageTexts } from './texts.ts';

interface Props {
  account: Account;
  logins: AccountSession[];
}

/** Renders the forms for name, email address and password, the list of logins, and the button that logs out everywhere. */
export function LoginSettings({ account, logins }: Props) {
  const texts = usePageTexts();
  return (
    <section id="login" className="account-part" aria-labelledby="login-title">
      <h2 id="login-title">{texts.accountLogin}</h2>
      <p>{account.email}</p>
      <details className="account-more">
        <summary>{texts.changeName}</summary>
        <Name account={account} />
      </details>
      <details className="account-more">
        <summary>{texts.changeEmail}</summary>
        <Email />
      </details>
      <details className="account-more">
        <summary>{texts.changePassword}</summary>
        <NewPassword texts={texts} code={null} />
      </details>
      {logins.length > 0 && <Logins saved={logins} />}
      <LogoutButton everywhere />
    </section>
  );
}

/** Renders the button that logs the customer out on this device, or on all devices. */
export function LogoutButton({ everywhere = false }: { everywhere?: boolean }) {
  const texts = usePageTexts();
  const [failure, setFailure] = useState('');
  useAnnouncement(failure);
  async function logOut(): Promise<void> {
    const answer = await api('POST /api/v1/customer/logout', { body: { everywhere } });
    if (answer.code !== 0) return setFailure(answer.msg);
    forgetLogin();
    location.assign(localPath('/login'));
  }
  return (
    <>
      {failure && <p className="field-error">{failure}</p>}
      <button type="button" className="button button-plain" onClick={logOut}>
        {everywhere ? texts.logoutEverywhere : texts.loginEnd}
      </button>
    </>
  );
}

function Name({ account }: { account: Account }) {
  const texts = usePageTexts();
  const { message, isBusy, props } = useForm(
    () => ({}),
    async (typed) => {
      const body = { first_name: typed('first_name'), last_name: typed('last_name') };
      const answer = await api('PUT /api/v1/storefront/customer', { body });
      return answer.code === 0 ? { kind: 'done', text: texts.saved } : { kind: 'failed', text: answer.msg };
    },
  );
  return (
    <form className="account-form" {...props}>
      <NameFields id="account" texts={texts} account={account} />
      <FormFooter message={message} isBusy={isBusy} label={texts.addressSave} isPlain />
    </form>
  );
}

/** The email address changes only when the customer opens the link in the verification email. */
function Email() {
  const texts = usePageTexts();
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({
      email: emailRequired(texts)(typed('email')),
      password: typed('password') === '' ? texts.pwdBlankMsg : '',
    }),
    async (typed, form) => {
      const email = typed('email').trim();
      const body = { email, password: typed('password') };
      const answer = await api('POST /api/v1/storefront/customer/email', { body });
      if (answer.code === invalidCredentials)
        return { kind: 'failed', text: texts.wrongPassword, field: 'password' };
      if (answer.code !== 0) return { kind: 'failed', text: answer.msg };
      form.reset();
      return { kind: 'done', text: texts.text('emailSent', { email }) };
    },
  );
  return (
    <form className="account-form" {...props}>
      <EmailField id="account-email" label={texts.newEmail} autoComplete="email" problem={problems.email} />
      <PasswordField id="account-email-password" texts={texts} problem={problems.password} />
      <FormFooter message={message} isBusy={isBusy} label={texts.changeEmail} isPlain />
    </form>
  );
}
