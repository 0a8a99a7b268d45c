import { useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { announce } from '#client/page/announce.ts';
import type { AccountSession } from '#lib/contract/customers.ts';
import { LocalDay } from '../order/Times.tsx';
import { usePageTexts } from './texts.ts';

/** Renders the devices that are logged in, each with a button that logs it out. */
export function Logins({ saved }: { saved: AccountSession[] }) {
  const texts = usePageTexts();
  const [logins, setLogins] = useState(saved);
  const [failure, setFailure] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const nameOf = ({ device }: AccountSession) => device || texts.loginUnknown;

  async function end(login: AccountSession): Promise<void> {
    const params = { id: login.id };
    const answer = await api('DELETE /api/v1/storefront/customer/logins/:id', { params, body: {} });
    setFailure(answer.code === 0 ? '' : answer.msg);
    announce(answer.code === 0 ? texts.text('loginEnded', { device: nameOf(login) }) : answer.msg);
    if (answer.code !== 0 || !answer.data) return;
    setLogins(answer.data.logins);
    // The button that had focus was removed: move focus to the heading.
    title.current?.focus();
  }

  return (
    <>
      <h3 ref={title} tabIndex={-1}>
        {texts.loginDevices}
      </h3>
      <ul className="account-cards">
        {logins.map((login) => (
          <li key={login.id} className="account-card">
            <p>{nameOf(login)}</p>
            <p className="quiet small">
              {texts.loginSince} <LocalDay at={login.created_at} />
              <br />
              {texts.loginUsed} <LocalDay at={login.used_at} />
            </p>
            {login.is_current ? (
              <p className="eyebrow">{texts.loginHere}</p>
            ) : (
              <p className="account-actions">
                <button type="button" onClick={() => end(login)}>
                  {texts.loginEnd}
                  <span className="visually-hidden"> {nameOf(login)}</span>
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {failure && <p className="field-error">{failure}</p>}
    </>
  );
}
