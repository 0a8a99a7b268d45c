/** What mails say of the shop that writes them, and in which words. */

import { ownCurrency } from '#lib/currency/config.ts';
import { isRightToLeft } from '#lib/language/direction.ts';
import { prefixOf } from '#lib/language/path.ts';
import { type AllWords, allTexts } from '#lib/messages/all.ts';
import { wordsIn } from '#lib/messages/format.ts';
import { readOwnTexts } from '#lib/messages/language.ts';
import type { CurrencyFormat } from '#lib/money/format.ts';
import type { Services } from '../core/services.ts';
import { SettingError } from '../settings/store.ts';
import { type PlainColors, plainColors } from '../theme/plain-colors.ts';
import type { Setting, SettingKey } from '../theme/settings.ts';
import { readTheme } from '../theme/store.ts';

export interface MailShop {
  name: string;
  /** Origin without a trailing slash. */
  url: string;
  /** The shop's own language, BCP 47. */
  lang: string;
  languages: Setting<'languages'>;
  /** The contact address, '' for none. */
  email: string;
  /** How the shop's own currency is written. */
  format: CurrencyFormat;
  colors: PlainColors;
}

/** Reads it outside of any transaction, before the mail is written in one. */
export async function readMailShop({
  db: { read },
  env,
  log,
}: Pick<Services, 'db' | 'env' | 'log'>): Promise<MailShop> {
  // Money that was taken is written as paid, whatever the merchant's look and words for its mail are.
  const readOr = <Key extends SettingKey>(key: Key, fallback: Setting<Key>) =>
    readTheme(read, key).catch((error: unknown) => {
      if (!(error instanceof SettingError)) throw error;
      log.warn({ err: error, setting: key }, 'email setting unreadable');
      return fallback;
    });
  const [{ name, lang, email }, languages, currency, tokens] = await Promise.all([
    readTheme(read, 'shop'),
    readOr('languages', { languages: [], texts: {}, widget: '' }),
    readTheme(read, 'currency'),
    readOr('tokens', {}),
  ]);
  const { currency_format: format } = ownCurrency(currency);
  return { name, url: env.SITE_URL, lang, languages, email, format, colors: plainColors(tokens) };
}

/** The language of one mail. */
export interface MailLanguage {
  /** BCP 47. */
  lang: string;
  isRtl: boolean;
  texts: AllWords;
  /** The shop's address in this language: its origin, or `https://…/de`. */
  home: string;
  /** Language of what the merchant wrote, where it is not the mail's. */
  contentLang: string | undefined;
}

/** @param wanted language of whom the mail goes to; the shop's own stands in for '' and for what it does not speak */
export function mailLanguage(shop: MailShop, wanted: string): MailLanguage {
  const { languages, texts } = shop.languages;
  const lang = languages.some((spoken) => spoken.lang === wanted) ? wanted : shop.lang;
  return {
    lang,
    isRtl: isRightToLeft(lang),
    texts: wordsIn(allTexts, readOwnTexts(Object.hasOwn(texts, lang) ? texts[lang]! : {}, lang)),
    home: shop.url + prefixOf(lang, shop.lang),
    contentLang: lang === shop.lang ? undefined : shop.lang,
  };
}
