/** Finds the language of the page that sends a request from its Referer: the request itself has no language. */
import { splitLanguage } from '#lib/language/path.ts';
import type { Context } from '../core/handler.ts';
import type { Setting } from './settings.ts';
import { readThemeSetting } from './store.ts';

/** Returns the language prefix of a page's URL, such as `/de`; '' for the shop's default language or without a URL. */
export function getPageLanguagePrefix(address: string | null | undefined): string {
  return address && URL.canParse(address) ? splitLanguage(new URL(address).pathname).prefix : '';
}

/** Returns the language of a prefix, '' when the shop does not have it. */
export function findLanguageByPrefix(prefix: string, { languages }: Setting<'languages'>): string {
  return languages.find(({ lang }) => `/${lang.toLowerCase()}` === prefix)?.lang ?? '';
}

/** Returns the language of the page that sends the request; '' for the shop's default, null when it names no page. */
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
