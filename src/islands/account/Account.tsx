import { useMemo, useState } from 'react';
import { api } from '#client/api.ts';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import type { Account as AccountData, AccountLogin } from '#lib/contract/customers.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import type { OrderHelp } from '../order/OrderHelp.tsx';
import { useAnnounced } from '../use-announced.ts';
import { AddressBook } from './AddressBook.tsx';
import { LoginSettings } from './LoginSettings.tsx';
import { MyData } from './MyData.tsx';
import { MyOrders, type OrderPage } from './MyOrders.tsx';
import { type AccountWords, accountTable } from './words.ts';

export interface AccountProps {
  account: AccountData;
  /** Empty where the platform behind the shop lists none. */
  logins: AccountLogin[];
  orders: OrderPage & { list: WireOrder[] };
  countries: readonly CountryRules[];
  currency: CurrencyConfig;
  help: OrderHelp;
  /** What the page's language says otherwise. */
  texts: OwnTexts;
}

/** The customer's own page (ACCT-07, ORD-18, R45, R134). */
export default function Account({ account, logins, orders, countries, currency, help, texts }: AccountProps) {
  const words = useMemo(() => wordsIn(accountTable, texts), [texts]);
  return (
    <div className="account">
      <nav className="account-nav" aria-label={words.accountTitle}>
        <a href="#orders">{words.accountOrders}</a>
        <a href="#addresses">{words.accountAddresses}</a>
        <a href="#newsletter">{words.accountNews}</a>
        <a href="#login">{words.accountLogin}</a>
        <a href="#data">{words.accountData}</a>
      </nav>
      <div className="account-parts">
        {!account.is_verified && <VerifyNotice email={account.email} words={words} />}
        <MyOrders orders={orders} currency={currency} help={help} words={words} />
        <AddressBook saved={account.addresses} countries={countries} words={words} />
        <NewsletterStatus isSubscribed={account.is_subscribed} words={words} />
        <LoginSettings account={account} logins={logins} words={words} />
        <MyData account={account} words={words} />
      </div>
    </div>
  );
}

/** Says that the address is still to be confirmed, and mails the link again. */
function VerifyNotice({ email, words }: { email: string; words: AccountWords }) {
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

interface NewsletterProps {
  /** Null while the address is not proven. */
  isSubscribed: boolean | null;
  words: AccountWords;
}

/** Whether the newsletter is sent, and the button that changes it. */
function NewsletterStatus({ isSubscribed, words }: NewsletterProps) {
  const [isOn, setOn] = useState(isSubscribed);
  const [said, setSaid] = useState('');
  useAnnounced(said);
  async function change(): Promise<void> {
    const answer = await api('PUT /api/v1/storefront/customer', { body: { is_subscribed: !isOn } });
    if (answer.code !== 0 || !answer.data) return setSaid(answer.msg);
    setOn(answer.data.is_subscribed);
    setSaid(answer.data.is_subscribed ? words.newsOn : words.newsOff);
  }
  const shown = isOn === null ? words.newsNeedsProof : isOn ? words.newsOn : words.newsOff;
  return (
    <section id="newsletter" className="account-part" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{words.accountNews}</h2>
      <p>{shown}</p>
      {said !== '' && said !== shown && <p className="field-error">{said}</p>}
      {isOn !== null && (
        <button type="button" className="button button-plain" onClick={change}>
          {isOn ? words.newsletterLeave : words.newsletterJoin}
        </button>
      )}
    </section>
  );
}
