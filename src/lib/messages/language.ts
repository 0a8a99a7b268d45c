/** Processes the texts of a language: the keys in its file, and the texts that an island receives. Only for servers. */
import type { CustomTexts } from './format.ts';
import { promotionTexts } from './promotions.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Maps former keys to current ones, for messages that now have plural forms and for promotion messages, whose former key is their English
 * text.
 */
const oldKeys = new Map([
  ['productOne', 'productCount_one'],
  ['productMany', 'productCount_other'],
  ['reviewOne', 'reviewCount_one'],
  ['reviewMany', 'reviewCount_other'],
  ['showOne', 'showCount_one'],
  ...Object.entries(promotionTexts).map(([key, template]): [string, string] => [template, key]),
]);

/** Returns the current key for a current or former text key. */
export function getCurrentKey(spelled: string): string {
  return oldKeys.get(spelled) ?? spelled;
}

/** Returns the key without its plural suffix, if it has one. */
export function stripPluralSuffix(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '');
}

/**
 * Returns the texts of a language by their current keys, with `lang` for the selection of plural forms.
 * @param texts texts as in the language's file or from the API
 */
export function normaliseCustomTexts(texts: CustomTexts, lang: string): CustomTexts {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [getCurrentKey(key), text])),
    lang,
  };
}

/** Adds the English text where a language has none. A message that has any plural form in that language gets no English forms. */
export function withEnglishFallback(english: Texts, customTexts: Texts): Record<string, string> {
  const translatedKeys = new Set(
    Object.keys(customTexts).map((key) => stripPluralSuffix(getCurrentKey(key))),
  );
  return { ...pick(english, (message) => !translatedKeys.has(message)), ...customTexts };
}

/** Returns the texts that an island with `table` needs: messages that differ in the page's language, with all their plural forms. */
export function pickChangedTexts(table: CustomTexts, customTexts: CustomTexts): CustomTexts {
  const messages = new Set(Object.keys(table).map(stripPluralSuffix));
  const changed = Object.keys(customTexts).filter((key) => customTexts[key] !== table[key]);
  const changedKeys = new Set(changed.map(stripPluralSuffix));
  const changedForms = pick(customTexts, (message) => messages.has(message) && changedKeys.has(message));
  const hasForms = Object.keys(changedForms).some((key) => key !== stripPluralSuffix(key));
  return hasForms ? { ...changedForms, lang: customTexts.lang } : changedForms;
}

/** Returns promotion messages keyed by the English template that the API returns, instead of by text key (R68). */
export function promotionTextsByTemplate(customTexts: CustomTexts): CustomTexts {
  const templates: CustomTexts = promotionTexts;
  const template = (message: string) => templates[message] ?? message;
  const hints = Object.entries(pickChangedTexts(promotionTexts, customTexts));
  return Object.fromEntries(
    hints.map(([key, text]) => [key.replace(stripPluralSuffix(key), template), text]),
  );
}

function pick<Text>(texts: Readonly<Record<string, Text>>, keep: (message: string) => boolean) {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => keep(stripPluralSuffix(key))));
}
