import { useState } from 'react';
import { api } from '#client/api.ts';
import { useAnnounced } from '../use-announced.ts';
import type { AccountWords } from './words.ts';

/** Says that the address is still to be confirmed, and mails the link again. */
export function VerifyNotice({ email, words }: { email: string; words: AccountWords }) {
  const [said, setSaid] = useState('');
  useAnnounced(said);
  async function again(): Promise<void> {
    const answer = await api('POST /api/v1/storefront/customer/verify/mail', { body: {} });
    setSaid(answer.code === 0 ? words.verifySent : answer.msg);
  }
  return (
    <div className="account-notice">
      <p>{words.text('verifyAsk', { email })}</p>
      {said ? (
        <p className="quiet">{said}</p>
      ) : (
        <button type="button" className="button button-plain" onClick={again}>
          {words.verifyAgain}
        </button>
      )}
    </div>
  );
}
