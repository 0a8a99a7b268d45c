import { memo, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { NewPassword } from './NewPassword.tsx';
import { loginPageTexts } from './texts.ts';

interface Props {
  texts: CustomTexts;
  /** Reset code from the email link; if null, the form asks for the old password instead. */
  code: string | null;
}

/** Renders the form that sets a new password, with a reset code or, if logged in, with the old password (ACCT-11, R43). */
export default memo(function ResetPassword({ texts, code }: Props) {
  const loginTexts = createTexts(loginPageTexts, texts);
  const [isSaved, setSaved] = useState(false);
  useAnnouncement(isSaved ? loginTexts.resetDone : '');
  if (!isSaved || code === null)
    return <NewPassword texts={loginTexts} code={code} onSaved={() => setSaved(true)} />;
  return (
    <div className="account-form">
      <p>{loginTexts.resetDone}</p>
      <a className="button" href={localPath('/login')}>
        {loginTexts.loginTitle}
      </a>
    </div>
  );
});
