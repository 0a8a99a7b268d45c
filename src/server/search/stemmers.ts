/** What of a word its inflections have in common, by language (Snowball and Porter, of @orama/stemmers). Pure. */
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';

const stemmers = { en: english, de: german };

export type StemLanguage = keyof typeof stemmers;

/** Languages with a stemmer. */
export const stemLanguages = Object.keys(stemmers) as StemLanguage[];

/** `de-AT` → de; null for a language that has no stemmer: its words stand for themselves and for what begins so. */
export function stemLanguage(lang: string): StemLanguage | null {
  const base = lang.toLowerCase().split('-')[0]!;
  return Object.hasOwn(stemmers, base) ? (base as StemLanguage) : null;
}

const letters = /^\p{L}{3,}$/u;

/** @param word folded (tokenizer.ts); short ones, and codes with digits, are their own stem */
export function stemOf(word: string, language: StemLanguage | null): string {
  return language === null || !letters.test(word) ? word : stemmers[language](word);
}
