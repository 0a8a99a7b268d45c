/**
 * Finds the language of the page that sends a request, from the Referer header, because the request itself does not contain a
 * language.
 */
import { splitLanguage } from '#lib/language/path.ts';
import type { Context } from '../core/handler.ts';
import type { Setting } from './settings.ts';
import { readThemeSetting } from './store.ts';

/** Returns the language prefix of a page's URL, such as `/de`; '' for the shop's default language or without a URL. */
export function getPageLanguagePrefix(address: string | null | undefined): string {
  return address && URL.canParse(address) ? splitLanguage(new URL(address).pathname).prefix : '';
}

/** Returns the language code for a path prefix; '' if the shop does not offer the language. */
export function findLanguageByPrefix(prefix: string, { languages }: Setting<'languages'>): string {
  return languages.find(({ lang }) => `/${lang.toLowerCase()}` === prefix)?.lang ?? '';
}

/** Returns the language of the page that sends the request; '' for the shop's default language, null if there is no Referer header. */
export async function readCallerLanguage({
  caller,
  services,
}: Pick<Context, 'caller' | 'services'>): Promise<string | null> {
  const address = caller.header('referer');
  if (!address) return null;
  const prefix = getPageLanguagePrefix(address);
  return prefix === ''
    ? ''
    : findLanguageByPrefix(prefix, await readThemeSetting(services.db.read, 'languages'));
}
