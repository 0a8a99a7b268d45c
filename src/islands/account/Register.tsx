import { memo } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { badParameter, emailTaken } from '#lib/contract/codes.ts';
import { passwordRule } from '#lib/forms/password.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { EmailField } from '../forms/Field.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { getPathAfterLogin, storeLogin } from './after-login.ts';
import { NameFields } from './NameFields.tsx';
import { loginPageTexts } from './texts.ts';

interface Props {
  texts: CustomTexts;
  /** Query string of the page, added to the links to the other login forms. */
  search: string;
}

/** Renders the form that creates an account and logs in (ACCT-09). */
export default memo(function Register({ texts, search }: Props) {
  const loginTexts = createTexts(loginPageTexts, texts);
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({
      email: emailRequired(loginTexts)(typed('email')),
      password: passwordRule(loginTexts)(typed('password')),
    }),
    async (typed) => {
      const body = {
        email: typed('email').trim(),
        password: typed('password'),
        first_name: typed('first_name').trim(),
        last_name: typed('last_name').trim(),
        subscribe: typed('subscribe') === 'on',
      };
      const answer = await api('POST /api/v1/customer/register', { body });
      if (answer.code === emailTaken) return { kind: 'failed', text: answer.msg, field: 'email' };
      // The form has already checked all other password rules; only the server knows the list of common passwords (R129).
      if (answer.code === badParameter)
        return { kind: 'failed', text: loginTexts.pwdCommonMsg, field: 'password' };
      if (answer.code !== 0 || !answer.data) return { kind: 'failed', text: answer.msg };
      await storeLogin(answer.data);
      location.assign(await getPathAfterLogin(location.search));
      return { kind: 'left' };
    },
  );
  return (
    <form className="account-form" {...props}>
      <NameFields id="register" texts={loginTexts} />
      <EmailField id="register-email" label={loginTexts.email} problem={problems.email} />
      <PasswordField id="register-password" texts={loginTexts} isNew problem={problems.password} />
      <label className="account-tick">
        <input type="checkbox" name="subscribe" />
        <span>{loginTexts.wantsNews}</span>
      </label>
      <FormFooter message={message} isBusy={isBusy} label={loginTexts.registerTitle} />
      <p className="account-links">
        <span>
          {loginTexts.haveAccount} <a href={localPath(`/login${search}`)}>{loginTexts.loginTitle}</a>
        </span>
      </p>
    </form>
  );
});
