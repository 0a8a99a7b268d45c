import { memo } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { EmailField } from '../forms/Field.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { loginPageTexts } from './texts.ts';

interface Props {
  texts: CustomTexts;
  search: string;
}

/** Renders the form that requests a reset code by email. Its message does not reveal whether the account exists (ACCT-10). */
export default memo(function Forgot({ texts, search }: Props) {
  const loginTexts = createTexts(loginPageTexts, texts);
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({ email: emailRequired(loginTexts)(typed('email')) }),
    async (typed) => {
      const body = { email: typed('email').trim() };
      const answer = await api('POST /api/v1/customer/resetPasswordEmail', { body });
      return answer.code === 0
        ? { kind: 'done', text: loginTexts.forgotDone }
        : { kind: 'failed', text: answer.msg };
    },
  );
  return (
    <form className="account-form" {...props}>
      <EmailField id="forgot-email" label={loginTexts.email} problem={problems.email} />
      <FormFooter message={message} isBusy={isBusy} label={loginTexts.forgotSend} />
      <p className="account-links">
        <a href={localPath(`/login${search}`)}>{loginTexts.backToLogin}</a>
      </p>
    </form>
  );
});
