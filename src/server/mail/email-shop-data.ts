/** Reads the shop data for emails, and resolves the language of an email. */

import { findShopCurrency } from '#lib/currency/config.ts';
import { isRightToLeft } from '#lib/language/direction.ts';
import { getLanguagePrefix } from '#lib/language/path.ts';
import { type AllTexts, allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import { normaliseCustomTexts } from '#lib/messages/language.ts';
import type { CurrencyFormat } from '#lib/money/format.ts';
import type { Services } from '../core/services.ts';
import { SettingError } from '../settings/store.ts';
import { type EmailSafeColors, toEmailSafeColors } from '../theme/email-safe-colors.ts';
import type { Setting, SettingKey } from '../theme/settings.ts';
import { readThemeSetting } from '../theme/store.ts';

export interface EmailShopData {
  name: string;
  /** Origin without a trailing slash. */
  url: string;
  /** The shop's default language, BCP 47. */
  lang: string;
  languages: Setting<'languages'>;
  /** The shop's contact email address, '' for none. */
  email: string;
  /** Format of the shop's base currency. */
  format: CurrencyFormat;
  colors: EmailSafeColors;
}

/** Reads the shop data for emails. Call this function before the transaction that queues an email. */
export async function readEmailShopData({
  db: { read },
  env,
  log,
}: Pick<Services, 'db' | 'env' | 'log'>): Promise<EmailShopData> {
  // Ignore invalid `languages` and `tokens` settings: an error here would keep a paid order from being recorded as paid.
  const readOr = <Key extends SettingKey>(key: Key, fallback: Setting<Key>) =>
    readThemeSetting(read, key).catch((error: unknown) => {
      if (!(error instanceof SettingError)) throw error;
      log.warn({ err: error, setting: key }, 'email setting ignored');
      return fallback;
    });
  const [{ name, lang, email }, languages, currency, tokens] = await Promise.all([
    readThemeSetting(read, 'shop'),
    readOr('languages', { languages: [], texts: {}, widget: '' }),
    readThemeSetting(read, 'currency'),
    readOr('tokens', {}),
  ]);
  const { currency_format: format } = findShopCurrency(currency);
  return { name, url: env.SITE_URL, lang, languages, email, format, colors: toEmailSafeColors(tokens) };
}

export interface MailLanguage {
  /** BCP 47 language tag. */
  lang: string;
  isRtl: boolean;
  texts: AllTexts;
  /** The shop's URL in this language: its origin, or `https://…/de`. */
  home: string;
  /** Language of the merchant's texts, if it differs from the email's. */
  contentLang: string | undefined;
}

/**
 * Returns the language for an email.
 * @param requestedLang the recipient's language; '' and languages that the shop does not have fall back to the shop's default
 */
export function resolveMailLanguage(shop: EmailShopData, requestedLang: string): MailLanguage {
  const { languages, texts } = shop.languages;
  const lang = languages.some((spoken) => spoken.lang === requestedLang) ? requestedLang : shop.lang;
  return {
    lang,
    isRtl: isRightToLeft(lang),
    texts: createTexts(allTexts, normaliseCustomTexts(Object.hasOwn(texts, lang) ? texts[lang]! : {}, lang)),
    home: shop.url + getLanguagePrefix(lang, shop.lang),
    contentLang: lang === shop.lang ? undefined : shop.lang,
  };
}
