import { memo } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { EmailField } from '../forms/Field.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormEnd, useForm } from '../forms/use-form.tsx';
import { placeAfterLogin, storeLogin } from './after-login.ts';
import { loginTable } from './texts.ts';

interface Props {
  texts: OwnTexts;
  /** Query of the page, passed on to the other login forms. */
  search: string;
}

/** Renders the login form (ACCT-08). Only the server checks the password: it may have been chosen under older rules. */
export default memo(function Login({ texts, search }: Props) {
  const words = wordsIn(loginTable, texts);
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({
      email: emailRequired(words)(typed('email')),
      password: typed('password') === '' ? words.pwdBlankMsg : '',
    }),
    async (typed) => {
      const body = { email: typed('email').trim(), password: typed('password') };
      const answer = await api('POST /api/v1/customer/login', { body });
      if (answer.code !== 0 || !answer.data) return { kind: 'failed', text: answer.msg };
      await storeLogin(answer.data);
      location.assign(await placeAfterLogin(location.search));
      return { kind: 'left' };
    },
  );
  return (
    <form className="account-form" {...props}>
      <EmailField id="login-email" label={words.email} problem={problems.email} />
      <PasswordField id="login-password" words={words} problem={problems.password} />
      <FormEnd message={message} isBusy={isBusy} label={words.loginTitle} />
      <p className="account-links">
        <a href={localPath(`/forgot${search}`)}>{words.forgotTitle}</a>
        <span>
          {words.noAccount} <a href={localPath(`/register${search}`)}>{words.registerTitle}</a>
        </span>
      </p>
    </form>
  );
});
