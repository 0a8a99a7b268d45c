/** Reduces words to the stem that their inflections share, by language (Snowball and Porter, from @orama/stemmers). Pure. */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';

/** Without Hindi, Nepali, Sanskrit and Tamil: folding (tokenizer.ts) removes the vowel signs that their stemmers rely on. */
const stemmers = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  ga: irish,
  hu: hungarian,
  hy: armenian,
  id: indonesian,
  it: italian,
  lt: lithuanian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sr: serbian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

export type StemLanguage = keyof typeof stemmers;

/** `de-AT` → de; null for a language without a stemmer, in which searches find only exact words and prefixes. */
export function stemLanguage(lang: string): StemLanguage | null {
  // Bokmål and Nynorsk are Norwegian.
  const base = lang
    .toLowerCase()
    .split('-')[0]!
    .replace(/^n[bn]$/, 'no');
  return Object.hasOwn(stemmers, base) ? (base as StemLanguage) : null;
}

/** Returns whether a word may have inflections: short words and codes with digits have none. @param word folded (tokenizer.ts) */
export function isInflected(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word);
}

/** @returns the word itself if it has no inflections or the language no stemmer */
export function stemWord(word: string, language: StemLanguage | null): string {
  return language === null || !isInflected(word) ? word : stemmers[language](word);
}

/** Returns the languages of `langs` that have a stemmer, each once. */
export function stemLanguagesOf(langs: readonly string[]): StemLanguage[] {
  return [...new Set(langs.map(stemLanguage))].filter((language) => language !== null);
}
