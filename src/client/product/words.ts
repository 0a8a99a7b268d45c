/**
 * The words of what opens or is fetched on a product's page, in the page's language. They are no part of the page: who
 * reads it in another language than the table's has them fetched with the part that says them (I18N-01).
 */
import { api } from '#client/api.ts';
import { wordsIn } from '#lib/messages/format.ts';
import { productTexts } from '#lib/messages/product.ts';

/** Right once `wordsReady()` has come; until then, and where they cannot be had, English (I18N-03). */
export const words = wordsIn(productTexts);

let asked: Promise<void> | undefined;

/** Resolves when `words` are of the page's language. Never rejects. */
export function wordsReady(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  asked ??= 'words' in dataset ? fetchWords(lang) : Promise.resolve();
  return asked;
}

async function fetchWords(lang: string): Promise<void> {
  const { data } = await api('GET /api/v1/test/getLanguage', { query: { lang } });
  Object.assign(words, wordsIn(productTexts, { ...data?.languageConfig, lang }));
}
