import { memo, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { useAnnounced } from '../use-announced.ts';
import { NewPassword } from './NewPassword.tsx';
import { loginTable } from './texts.ts';

interface Props {
  /** What the page's language says otherwise. */
  texts: OwnTexts;
  /** Of the mail's link, null without one: then the old password is asked for. */
  code: string | null;
}

/** Sets a new password by the mail's code, or in a login by the old one (ACCT-11, R43). */
export default memo(function ResetPassword({ texts, code }: Props) {
  const words = wordsIn(loginTable, texts);
  const [isSaved, setSaved] = useState(false);
  useAnnounced(isSaved ? words.resetDone : '');
  if (!isSaved || code === null)
    return <NewPassword words={words} code={code} onSaved={() => setSaved(true)} />;
  return (
    <div className="account-form">
      <p>{words.resetDone}</p>
      <a className="button" href={localPath('/login')}>
        {words.loginTitle}
      </a>
    </div>
  );
});
