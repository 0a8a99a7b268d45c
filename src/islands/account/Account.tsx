import { memo, useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import type { Account as AccountData, AccountSession } from '#lib/contract/customers.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import type { CustomTexts } from '#lib/messages/format.ts';
import type { OrderHelp } from '../order/OrderHelp.tsx';
import { useAnnouncement } from '../use-announcement.ts';
import { TextsContext } from '../use-texts.ts';
import { AddressBook } from './AddressBook.tsx';
import { LoginSettings, LogoutButton } from './LoginSettings.tsx';
import { MyData } from './MyData.tsx';
import { MyOrders, type OrderPagination } from './MyOrders.tsx';
import { usePageTexts } from './texts.ts';

export interface AccountProps {
  account: AccountData;
  /** The account's login sessions; empty if they could not be fetched. */
  logins: AccountSession[];
  orders: OrderPagination & { list: WireOrder[] };
  countries: readonly CountryRules[];
  currency: CurrencyConfig;
  help: OrderHelp;
  texts: CustomTexts;
}

/** Renders the customer's account page (ACCT-07, ORD-18, R45, R134). */
export default memo(function Account({ texts, ...data }: AccountProps) {
  return (
    <TextsContext value={texts}>
      <Parts {...data} />
    </TextsContext>
  );
});

function Parts({ account, logins, orders, countries, currency, help }: Omit<AccountProps, 'texts'>) {
  const texts = usePageTexts();
  const { first_name, email } = account;
  return (
    <>
      <div className="account-head">
        <div>
          <h1 className="page-title">{texts.accountTitle}</h1>
          <p className="quiet">{first_name ? texts.text('accountHello', { name: first_name }) : email}</p>
        </div>
        <LogoutButton />
      </div>
      <div className="account">
        <nav className="account-nav" aria-label={texts.accountTitle}>
          <a href="#orders">{texts.accountOrders}</a>
          <a href={localPath('/wishlist')}>{texts.wishlist}</a>
          <a href="#addresses">{texts.accountAddresses}</a>
          <a href="#newsletter">{texts.accountNews}</a>
          <a href="#data">{texts.accountData}</a>
          <a href="#login">{texts.accountLogin}</a>
        </nav>
        <div className="account-parts">
          {!account.is_verified && <VerifyNotice email={email} />}
          <MyOrders orders={orders} currency={currency} help={help} />
          <AddressBook saved={account.addresses} countries={countries} />
          <NewsletterStatus isSubscribed={account.is_subscribed} />
          <MyData account={account} />
          <LoginSettings account={account} logins={logins} />
        </div>
      </div>
    </>
  );
}

/** Renders a notice that the email address is not verified yet, with a button that sends the verification link again. */
function VerifyNotice({ email }: { email: string }) {
  const texts = usePageTexts();
  const [message, setMessage] = useState('');
  useAnnouncement(message);
  async function again(): Promise<void> {
    const answer = await api('POST /api/v1/storefront/customer/verify/mail', { body: {} });
    setMessage(answer.code === 0 ? texts.verifySent : answer.msg);
  }
  return (
    <div className="account-notice">
      <p>{texts.text('verifyAsk', { email })}</p>
      {message ? (
        <p className="quiet">{message}</p>
      ) : (
        <button type="button" className="button button-plain" onClick={again}>
          {texts.verifyAgain}
        </button>
      )}
    </div>
  );
}

/**
 * Shows whether the customer is subscribed to the newsletter, with a button to change it.
 * @param isSubscribed null while the email address is not verified
 */
function NewsletterStatus({ isSubscribed }: { isSubscribed: boolean | null }) {
  const texts = usePageTexts();
  const [isOn, setOn] = useState(isSubscribed);
  const [message, setMessage] = useState('');
  useAnnouncement(message);
  async function change(): Promise<void> {
    const answer = await api('PUT /api/v1/storefront/customer', { body: { is_subscribed: !isOn } });
    if (answer.code !== 0 || !answer.data) return setMessage(answer.msg);
    setOn(answer.data.is_subscribed);
    setMessage(answer.data.is_subscribed ? texts.newsOn : texts.newsOff);
  }
  const shown = isOn === null ? texts.newsNeedsProof : isOn ? texts.newsOn : texts.newsOff;
  return (
    <section id="newsletter" className="account-part" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{texts.accountNews}</h2>
      <p>{shown}</p>
      {message !== '' && message !== shown && <p className="field-error">{message}</p>}
      {isOn !== null && (
        <button type="button" className="button button-plain" onClick={change}>
          {isOn ? texts.newsletterLeave : texts.newsletterJoin}
        </button>
      )}
    </section>
  );
}
