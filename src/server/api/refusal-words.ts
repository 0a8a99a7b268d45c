/** The sentences of refusals in the language of the page that asked, where it is not the shop's own (docs/decisions/21-languages-and-currencies.md). */
import type { Services } from '../core/services.ts';
import { readStoredText } from '../settings/store.ts';
import { languageOfPrefix, prefixOfPage } from '../theme/page-language.ts';
import type { Setting } from '../theme/settings.ts';
import { readTheme } from '../theme/store.ts';

/** By `refusal` and code; what is not in it is said in the shop's own language. */
export type RefusalWords = Readonly<Record<string, string>>;

/**
 * @returns reads the words for a page, as the browser names it in Referer; none where it has no language of its own, or
 *   they cannot be read
 */
export function refusalReader({
  db,
  log,
}: Pick<Services, 'db' | 'log'>): (referer: string | null) => Promise<RefusalWords> {
  // Parsed once: a refusal has to stay cheap, also for a client that provokes a thousand of them.
  let cached: { stored: string | undefined; setting: Setting<'languages'> } | null = null;

  return async (referer) => {
    const prefix = prefixOfPage(referer);
    if (prefix === '') return {};
    try {
      const stored = await readStoredText(db.read, 'languages');
      if (cached?.stored !== stored || !cached)
        cached = { stored, setting: await readTheme(db.read, 'languages') };
      return cached.setting.texts[languageOfPrefix(prefix, cached.setting)] ?? {};
    } catch (error) {
      // The call has failed already; what it says of itself is better than nothing.
      log.warn({ err: error }, 'the words of refusals could not be read');
      return {};
    }
  };
}
