/**
 * Translates API error messages into the language of the page, or replaces them with the shop's own wording
 * (docs/decisions/21-languages-and-currencies.md).
 */
import { allTexts } from '#lib/messages/all.ts';
import type { Services } from '../core/services.ts';
import { readStoredText } from '../settings/store.ts';
import { findLanguageByPrefix, getPageLanguagePrefix } from '../theme/page-language.ts';
import type { Setting } from '../theme/settings.ts';
import { readThemeSetting } from '../theme/store.ts';

/** Translates an error: returns the message for the client, given the error code and the English message. */
export type TranslateError = (code: number, sentence: string) => string;

type Texts = Readonly<Record<string, string>>;

/** Matches the error id that errors.ts adds to the message and the log entry of an unexpected error. */
const referenceIn = /\b[0-9a-f]{12}\b/;

/** Splits an English error message into an optional field name and a text that the shop may have translated. */
const spoken = /^((?:[\w.[\]]+: )?)(.*)$/s;

/**
 * Returns a function that loads the error translations for the page that the Referer header names. Without a Referer, and on pages in the
 * default language, it uses the shop's texts in the default language. If `mayRead` is false, it uses the most recently loaded texts and
 * does not query the database.
 */
export function createErrorTranslator({
  db,
  log,
}: Pick<Services, 'db' | 'log'>): (referer: string | null, mayRead: boolean) => Promise<TranslateError> {
  // Cache the parsed settings: error responses must stay cheap even if a client provokes a thousand of them.
  let cached: { stored: string; languages: Setting<'languages'>; defaultLang: string } | null = null;

  return async (referer, mayRead) => {
    const prefix = getPageLanguagePrefix(referer);
    try {
      if (mayRead) {
        const stored = [
          await readStoredText(db.read, 'languages'),
          await readStoredText(db.read, 'shop'),
        ].join();
        if (cached?.stored !== stored) {
          const [languages, shop] = [
            await readThemeSetting(db.read, 'languages'),
            await readThemeSetting(db.read, 'shop'),
          ];
          cached = { stored, languages, defaultLang: shop.lang };
        }
      }
      if (!cached) return (_, sentence) => sentence;
      const { languages, defaultLang } = cached;
      return createTranslator(
        languages.texts[(prefix && findLanguageByPrefix(prefix, languages)) || defaultLang] ?? {},
      );
    } catch (error) {
      // Do not fail while handling an error: an untranslated message is better than none.
      log.warn({ err: error }, 'error messages not loaded');
      return (_, sentence) => sentence;
    }
  };
}

function createTranslator(texts: Texts): TranslateError {
  return (code, sentence) => {
    const ofCode = texts[`refusal${code}`];
    if (ofCode !== undefined) return ofCode.replace('{reference}', referenceIn.exec(sentence)?.[0] ?? '');
    const [, field, text] = spoken.exec(sentence)!;
    const key = Object.keys(texts).find((each) => (allTexts as Texts)[each] === text);
    return key === undefined ? sentence : `${field}${texts[key]}`;
  };
}
