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

/** Whether a word may have inflections: short ones and codes with digits have none. @param word folded (tokenizer.ts) */
export function isInflected(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word);
}

/** @returns the word itself where it has no inflections, or the language no stemmer */
export function stemOf(word: string, language: StemLanguage | null): string {
  return language === null || !isInflected(word) ? word : stemmers[language](word);
}
