/** A language's own texts: how its file spells them, and which of them an island is told. For servers. */
import type { OwnTexts } from './format.ts';
import { hintTexts } from './hints.ts';

type Texts = Readonly<Record<string, string>>;

/** How files spelled what has forms now. */
const oldKeys = new Map([
  ['productOne', 'productCount_one'],
  ['productMany', 'productCount_other'],
  ['reviewOne', 'reviewCount_one'],
  ['reviewMany', 'reviewCount_other'],
  ['showOne', 'showCount_one'],
  ...Object.entries(hintTexts).map(([key, template]): [string, string] => [template, key]),
]);

/** The key of a text as it is spelled now. */
export function keyOf(spelled: string): string {
  return oldKeys.get(spelled) ?? spelled;
}

/** The message a key is a form of, or the key itself. */
export function messageOf(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '');
}

/**
 * The texts a language has, by the keys of today, and its name for choosing forms.
 * @param texts as its file or the API says them
 */
export function readOwnTexts(texts: OwnTexts, lang: string): OwnTexts {
  return { ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [keyOf(key), text])), lang };
}

/** English where a language has no text. A message it has any form of keeps no English form beside it. */
export function withEnglishFallback(english: Texts, customTexts: Texts): Record<string, string> {
  const translatedKeys = new Set(Object.keys(customTexts).map((key) => messageOf(keyOf(key))));
  return { ...pick(english, (message) => !translatedKeys.has(message)), ...customTexts };
}

/** What an island that brings `table` is told: the messages its page's language says otherwise, with all their forms. */
export function changedTexts(table: OwnTexts, customTexts: OwnTexts): OwnTexts {
  const messages = new Set(Object.keys(table).map(messageOf));
  const changed = Object.keys(customTexts).filter((key) => customTexts[key] !== table[key]);
  const changedKeys = new Set(changed.map(messageOf));
  const changedForms = pick(customTexts, (message) => messages.has(message) && changedKeys.has(message));
  const hasForms = Object.keys(changedForms).some((key) => key !== messageOf(key));
  return hasForms ? { ...changedForms, lang: customTexts.lang } : changedForms;
}

/** What promotions say, by the template of the wire instead of the key (R68). */
export function hintsByTemplate(customTexts: OwnTexts): OwnTexts {
  const templates: OwnTexts = hintTexts;
  const template = (message: string) => templates[message] ?? message;
  const hints = Object.entries(changedTexts(hintTexts, customTexts));
  return Object.fromEntries(hints.map(([key, text]) => [key.replace(messageOf(key), template), text]));
}

function pick<Text>(texts: Readonly<Record<string, Text>>, keep: (message: string) => boolean) {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => keep(messageOf(key))));
}
