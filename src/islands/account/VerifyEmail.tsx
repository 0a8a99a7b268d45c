import { memo, useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { notLoggedIn } from '#lib/contract/codes.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { loginPageTexts } from './texts.ts';

interface Props {
  texts: CustomTexts;
}

type State = { kind: 'asking' } | { kind: 'login' } | { kind: 'told'; text: string };

/**
 * Verifies the email address of the logged-in account. Opening the link is not enough, because mail scanners open links too: a
 * script sends the code to the server.
 */
export default memo(function VerifyEmail({ texts }: Props) {
  const loginTexts = createTexts(loginPageTexts, texts);
  const [state, setState] = useState<State>({ kind: 'asking' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, after the page has loaded
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('code') ?? '';
    void api('POST /api/v1/storefront/customer/verify', { body: { code } }, { jumpLogin: false }).then(
      (answer) => {
        if (answer.code === notLoggedIn) setState({ kind: 'login' });
        else if (answer.code !== 0 || !answer.data) setState({ kind: 'told', text: answer.msg });
        else setState({ kind: 'told', text: loginTexts.text('verifyDone', { email: answer.data.email }) });
      },
    );
  }, []);
  const message = state.kind === 'told' ? state.text : state.kind === 'login' ? loginTexts.verifyLogin : '';
  useAnnouncement(message);
  return (
    <div className="account-form" aria-busy={state.kind === 'asking'}>
      <p>{message || loginTexts.verifyWaits}</p>
      {state.kind === 'login' && (
        <a
          className="button"
          href={localPath(`/login?return_url=${encodeURIComponent(location.pathname + location.search)}`)}
        >
          {loginTexts.loginTitle}
        </a>
      )}
      {state.kind === 'told' && (
        <a className="button button-plain" href={localPath('/user-info')}>
          {loginTexts.toAccount}
        </a>
      )}
    </div>
  );
});
