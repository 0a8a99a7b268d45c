/** The sentences of refusals in the language of the page that asked, where it is not the shop's own (decision 0159). */
import { splitLanguage } from '#lib/language/path.ts';
import type { Services } from '../services.ts';
import { readTheme } from '../theme/store.ts';

/** By `refusal` and code; what is not in it is said in the shop's own language. */
export type RefusalWords = Readonly<Record<string, string>>;

/**
 * @param referer the page, as the browser names it
 * @returns the words of its language; none where it has no language of its own, or they cannot be read
 */
export async function refusalWords(services: Services, referer: string | null): Promise<RefusalWords> {
  if (!referer || !URL.canParse(referer)) return {};
  const { prefix } = splitLanguage(new URL(referer).pathname);
  if (prefix === '') return {};
  try {
    const { languages, texts } = await readTheme(services.db.read, 'languages');
    const spoken = languages.find(({ lang }) => `/${lang.toLowerCase()}` === prefix);
    return (spoken && texts[spoken.lang]) ?? {};
  } catch (error) {
    // The call has failed already; what it says of itself is better than nothing.
    services.log.warn({ err: error }, 'the words of refusals could not be read');
    return {};
  }
}
