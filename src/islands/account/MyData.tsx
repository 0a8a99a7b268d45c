import { useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import { forgetLogin } from '#client/login/forget-login.ts';
import { downloadFile } from '#client/page/download.ts';
import { invalidCredentials } from '#lib/contract/codes.ts';
import type { Account } from '#lib/contract/customers.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import { FormFooter, useForm } from '../forms/use-form.tsx';
import { useAnnouncement } from '../use-announcement.ts';
import { usePageTexts } from './texts.ts';

/** Renders the section for exporting the customer's data and erasing the account (R134). */
export function MyData({ account }: { account: Account }) {
  const texts = usePageTexts();
  const [failure, setFailure] = useState('');
  useAnnouncement(failure);
  async function exportData(): Promise<void> {
    const answer = await api('GET /api/v1/storefront/customer/export');
    if (answer.code !== 0) return setFailure(answer.msg);
    setFailure('');
    downloadFile(`${account.email}.json`, JSON.stringify(answer.data, null, 2), 'application/json');
  }
  return (
    <section id="data" className="account-part" aria-labelledby="data-title">
      <h2 id="data-title">{texts.accountData}</h2>
      <p className="quiet">{texts.exportLead}</p>
      {failure && <p className="field-error">{failure}</p>}
      <button type="button" className="button button-plain" onClick={exportData}>
        {texts.exportData}
      </button>
      <details className="account-more">
        <summary>{texts.eraseAccount}</summary>
        <Erase account={account} />
      </details>
    </section>
  );
}

function Erase({ account }: { account: Account }) {
  const texts = usePageTexts();
  const { problems, message, isBusy, props } = useForm(
    (typed) => ({ password: typed('password') === '' ? texts.pwdBlankMsg : '' }),
    async (typed) => {
      const body = { password: typed('password') };
      const answer = await api('POST /api/v1/storefront/customer/erase', { body });
      if (answer.code === invalidCredentials)
        return { kind: 'failed', text: texts.wrongPassword, field: 'password' };
      if (answer.code !== 0) return { kind: 'failed', text: answer.msg };
      forgetLogin();
      location.assign(localPath('/'));
      return { kind: 'left' };
    },
  );
  const { orders_under_way: count } = account;
  return (
    <form className="account-form" {...props}>
      <p>{texts.eraseLead}</p>
      {count > 0 && <p className="field-error">{texts.text('eraseUnderWay', { count })}</p>}
      <PasswordField id="erase-password" texts={texts} problem={problems.password} />
      <FormFooter message={message} isBusy={isBusy} label={texts.eraseNow} isPlain />
    </form>
  );
}
