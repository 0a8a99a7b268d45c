import { useMemo } from 'react';
import type { CountryRules } from '#lib/checkout/address-rules.ts';
import type { Account as AccountData, AccountLogin } from '#lib/contract/customers.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import type { OrderHelp } from '../order/OrderHelp.tsx';
import { AddressBook } from './AddressBook.tsx';
import { LoginSettings } from './LoginSettings.tsx';
import { MyData } from './MyData.tsx';
import { MyOrders, type OrderPage } from './MyOrders.tsx';
import { NewsletterStatus } from './NewsletterStatus.tsx';
import { VerifyNotice } from './VerifyNotice.tsx';
import { accountTable } from './words.ts';

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
