import { memo } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { EmailField } from '../forms/Field.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { getPathAfterLogin, storeLogin } from './after-login.ts';
import { loginPageTexts } from './texts.ts';

interface Props {
  texts: CustomTexts;
  /** Query string of the page, added to the links to the other login forms. */
  search: string;
}

/** Renders the login form (ACCT-08). Only the server checks the password: it may have been chosen under older rules. */
export default memo(function Login({ texts, search }: Props) {
  const loginTexts = createTexts(loginPageTexts, texts);
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({
      email: emailRequired(loginTexts)(typed('email')),
      password: typed('password') === '' ? loginTexts.pwdBlankMsg : '',
    }),
    async (typed) => {
      const body = { email: typed('email').trim(), password: typed('password') };
      const answer = await api('POST /api/v1/customer/login', { body });
      if (answer.code !== 0 || !answer.data) return { kind: 'failed', text: answer.msg };
      await storeLogin(answer.data);
      location.assign(await getPathAfterLogin(location.search));
      return { kind: 'left' };
    },
  );
  return (
    <form className="account-form" {...props}>
      <EmailField id="login-email" label={loginTexts.email} problem={problems.email} />
      <PasswordField id="login-password" texts={loginTexts} problem={problems.password} />
      <FormFooter message={message} isBusy={isBusy} label={loginTexts.loginTitle} />
      <p className="account-links">
        <a href={localPath(`/forgot${search}`)}>{loginTexts.forgotTitle}</a>
        <span>
          {loginTexts.noAccount} <a href={localPath(`/register${search}`)}>{loginTexts.registerTitle}</a>
        </span>
      </p>
    </form>
  );
});
