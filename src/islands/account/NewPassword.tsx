import { api } from '#client/api/api.ts';
import { badParameter, invalidCredentials } from '#lib/contract/codes.ts';
import { passwordRule } from '#lib/forms/password.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import type { LoginTexts } from './texts.ts';

interface Props {
  texts: LoginTexts;
  /** Reset code from the email; if null, the form asks for the old password instead. */
  code: string | null;
  onSaved?: () => void;
}

/** Renders the form for a new password (API-081). */
export function NewPassword({ texts, code, onSaved }: Props) {
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({
      old_password: code === null && typed('old_password') === '' ? texts.pwdBlankMsg : '',
      password: passwordRule(texts)(typed('password')),
    }),
    async (typed, form) => {
      const proof = code === null ? { old_password: typed('old_password') } : { code };
      const answer = await api('POST /api/v1/customer/resetPassword', {
        body: { ...proof, password: typed('password') },
      });
      if (answer.code === invalidCredentials)
        return { kind: 'failed', text: texts.wrongPassword, field: 'old_password' };
      // The form has already checked all other password rules; only the server knows the list of common passwords (R129).
      if (answer.code === badParameter)
        return { kind: 'failed', text: texts.pwdCommonMsg, field: 'password' };
      if (answer.code !== 0) return { kind: 'failed', text: answer.msg };
      form.reset();
      onSaved?.();
      return { kind: 'done', text: texts.resetDone };
    },
  );
  return (
    <form className="account-form" {...props}>
      {code === null && (
        <PasswordField
          id="old-password"
          texts={texts}
          name="old_password"
          label={texts.oldPassword}
          problem={problems.old_password}
        />
      )}
      <PasswordField
        id="new-password"
        texts={texts}
        isNew
        label={texts.newPassword}
        problem={problems.password}
      />
      <FormFooter message={message} isBusy={isBusy} label={texts.resetSave} isPlain={code === null} />
    </form>
  );
}
