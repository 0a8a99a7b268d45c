import { api } from '#client/api/api.ts';
import { badParameter, wrongLogin } from '#lib/contract/codes.ts';
import { password } from '#lib/forms/password.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormEnd, useForm } from '../forms/use-form.tsx';
import type { LoginTexts } from './texts.ts';

interface Props {
  texts: LoginTexts;
  /** Reset code from the email; null requires the old password instead. */
  code: string | null;
  onSaved?: () => void;
}

/** Renders the form for a new password (API-081). */
export function NewPassword({ texts: words, code, onSaved }: Props) {
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({
      old_password: code === null && typed('old_password') === '' ? words.pwdBlankMsg : '',
      password: password(words)(typed('password')),
    }),
    async (typed, form) => {
      const proof = code === null ? { old_password: typed('old_password') } : { code };
      const answer = await api('POST /api/v1/customer/resetPassword', {
        body: { ...proof, password: typed('password') },
      });
      if (answer.code === wrongLogin)
        return { kind: 'failed', text: words.wrongPassword, field: 'old_password' };
      // The server has the same rules as the check above, plus a list of common passwords (R129).
      if (answer.code === badParameter)
        return { kind: 'failed', text: words.pwdCommonMsg, field: 'password' };
      if (answer.code !== 0) return { kind: 'failed', text: answer.msg };
      form.reset();
      onSaved?.();
      return { kind: 'done', text: words.resetDone };
    },
  );
  return (
    <form className="account-form" {...props}>
      {code === null && (
        <PasswordField
          id="old-password"
          texts={words}
          name="old_password"
          label={words.oldPassword}
          problem={problems.old_password}
        />
      )}
      <PasswordField
        id="new-password"
        texts={words}
        isNew
        label={words.newPassword}
        problem={problems.password}
      />
      <FormEnd message={message} isBusy={isBusy} label={words.resetSave} isPlain={code === null} />
    </form>
  );
}
