/** The sentences of refusals in the language of the page that asked, or in the words a shop has chosen in its own (docs/decisions/21-languages-and-currencies.md). */
import { allTexts } from '#lib/messages/all.ts';
import type { Services } from '../core/services.ts';
import { readStoredText } from '../settings/store.ts';
import { languageOfPrefix, prefixOfPage } from '../theme/page-language.ts';
import type { Setting } from '../theme/settings.ts';
import { readTheme } from '../theme/store.ts';

/** @returns what a refusal says to the caller, given its code and its own sentence */
export type TranslateError = (code: number, sentence: string) => string;

type Texts = Readonly<Record<string, string>>;

/** What names a failure in the log (errors.ts). */
const referenceIn = /\b[0-9a-f]{12}\b/;

/** A refusal may say one of the shop's texts, behind the name of the field it is about. */
const spoken = /^((?:[\w.[\]]+: )?)(.*)$/s;

/**
 * @returns reads how a page is answered, as the browser names it in Referer; callers that name none, and pages of the
 *   shop's own language, are answered in the shop's own words. Without `mayRead`, with those that were read last
 */
export function errorTranslator({
  db,
  log,
}: Pick<Services, 'db' | 'log'>): (referer: string | null, mayRead: boolean) => Promise<TranslateError> {
  // Parsed once: a refusal has to stay cheap, also for a client that provokes a thousand of them.
  let cached: { stored: string; languages: Setting<'languages'>; own: string } | null = null;

  return async (referer, mayRead) => {
    const prefix = prefixOfPage(referer);
    try {
      if (mayRead) {
        const stored = [
          await readStoredText(db.read, 'languages'),
          await readStoredText(db.read, 'shop'),
        ].join();
        if (cached?.stored !== stored) {
          const [languages, shop] = [await readTheme(db.read, 'languages'), await readTheme(db.read, 'shop')];
          cached = { stored, languages, own: shop.lang };
        }
      }
      if (!cached) return (_, sentence) => sentence;
      const { languages, own } = cached;
      return said(languages.texts[(prefix && languageOfPrefix(prefix, languages)) || own] ?? {});
    } catch (error) {
      // The call has failed already; what it says of itself is better than nothing.
      log.warn({ err: error }, 'error texts unreadable');
      return (_, sentence) => sentence;
    }
  };
}

function said(texts: Texts): TranslateError {
  return (code, sentence) => {
    const ofCode = texts[`refusal${code}`];
    if (ofCode !== undefined) return ofCode.replace('{reference}', referenceIn.exec(sentence)?.[0] ?? '');
    const [, field, text] = spoken.exec(sentence)!;
    const key = Object.keys(texts).find((each) => (allTexts as Texts)[each] === text);
    return key === undefined ? sentence : `${field}${texts[key]}`;
  };
}
