/** Reduces the inflected forms of a word to a common stem, by language (Snowball and Porter stemmers from @orama/stemmers). Pure. */
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

/**
 * Stemmers by language code. Hindi, Nepali, Sanskrit and Tamil are excluded, because folding (tokenizer.ts) removes the vowel signs
 * that their stemmers need.
 */
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

/**
 * Returns the stemmer language for a language code, such as `de` for `de-AT`. Returns null for a language without a stemmer:
 * searches then find only exact words and prefixes.
 */
export function stemLanguage(lang: string): StemLanguage | null {
  // Bokmål (nb) and Nynorsk (nn) use the Norwegian stemmer.
  const base = lang
    .toLowerCase()
    .split('-')[0]!
    .replace(/^n[bn]$/, 'no');
  return Object.hasOwn(stemmers, base) ? (base as StemLanguage) : null;
}

/** Returns whether a word may have inflected forms; short words and codes with digits have none. @param word folded (tokenizer.ts) */
export function mayHaveInflections(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word);
}

/** Returns the stem of a word, or the word itself if it has no inflected forms or the language has no stemmer. */
export function stemWord(word: string, language: StemLanguage | null): string {
  return language === null || !mayHaveInflections(word) ? word : stemmers[language](word);
}

/** Returns the stemmer languages for the given language codes, without duplicates. */
export function stemLanguagesOf(langs: readonly string[]): StemLanguage[] {
  return [...new Set(langs.map(stemLanguage))].filter((language) => language !== null);
}
