/** Languages of the admin: the browser's, or the one chosen in the header. */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type I18nProvider, resolveBrowserLocale, type TranslationMessages } from 'react-admin';
import { german } from './messages/de.ts';
import { english } from './messages/en.ts';

const messages: Readonly<Record<string, TranslationMessages>> = { en: english, de: german };
const locales = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
];

export function createI18n(): I18nProvider {
  const browserLocale = resolveBrowserLocale('en');
  const first = messages[browserLocale] ? browserLocale : 'en';
  return polyglotI18nProvider((locale) => messages[locale] ?? english, first, locales, {
    allowMissing: true,
  });
}
