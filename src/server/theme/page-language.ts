/** The language of the page that calls, as the browser names the page in Referer: a call itself has no language. */
import { splitLanguage } from '#lib/language/path.ts';
import type { Context } from '../core/handler.ts';
import type { Setting } from './settings.ts';
import { readTheme } from './store.ts';

/** What the address of a page begins with: `/de`, '' in the shop's own language and where there is no address. */
export function prefixOfPage(address: string | null | undefined): string {
  return address && URL.canParse(address) ? splitLanguage(new URL(address).pathname).prefix : '';
}

/** The language a prefix stands for, '' when the shop does not speak it. */
export function languageOfPrefix(prefix: string, { languages }: Setting<'languages'>): string {
  return languages.find(({ lang }) => `/${lang.toLowerCase()}` === prefix)?.lang ?? '';
}

/** The language of the page that calls; '' for the shop's own, null for callers that name no page. */
export async function callersLanguage({
  caller,
  services,
}: Pick<Context, 'caller' | 'services'>): Promise<string | null> {
  const address = caller.header('referer');
  if (!address) return null;
  const prefix = prefixOfPage(address);
  return prefix === '' ? '' : languageOfPrefix(prefix, await readTheme(services.db.read, 'languages'));
}
