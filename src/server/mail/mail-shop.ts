/** What a mail says of the shop that writes it. */
import type { Kysely } from 'kysely';
import { ownCurrency } from '#lib/currency/config.ts';
import type { CurrencyFormat } from '#lib/money/format.ts';
import type { Env } from '../core/env.ts';
import type { Tables } from '../db/tables.ts';
import { readTheme } from '../theme/store.ts';

export interface MailShop {
  name: string;
  /** Origin without a trailing slash. */
  url: string;
  /** Language of the mail, BCP 47. */
  lang: string;
  /** Whom a shopper writes to, '' for nobody. */
  email: string;
  /** How the shop's own currency is written. */
  format: CurrencyFormat;
}

/** Reads it outside of any transaction, before the mail is written in one. */
export async function readMailShop(db: Kysely<Tables>, env: Env): Promise<MailShop> {
  const [shop, currency] = await Promise.all([readTheme(db, 'shop'), readTheme(db, 'currency')]);
  const { name, lang, email } = shop;
  return { name, url: env.SITE_URL, lang, email, format: ownCurrency(currency).currency_format };
}
