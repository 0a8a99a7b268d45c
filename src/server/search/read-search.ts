/** What a search means: its words, what they stand for, which of them say something, and what was mistyped. */
import { fillerAt, isFiller } from './filler-words.ts';
import { NearestWord } from './nearest-word.ts';
import { type StemLanguage, stemOf } from './stemmers.ts';
import type { SearchLanguages } from './term-index.ts';
import type { LanguageWords, Meaning, Thesaurus } from './thesaurus.ts';

/** Letters of the shortest part. */
const shortest = 3;

/** What German puts between two parts, and `e`, which it may leave out there (Kerzenständer, Schulbuch). */
const links = ['s', 'n', 'en', 'es', 'er'];

/**
 * The parts of a compound, the one that says what it is last; the longest such part that is known.
 * @param isPart whether a word is known
 * @returns null where it has no two parts that are
 */
export function splitCompound(word: string, isPart: (part: string) => boolean): string[] | null {
  for (let at = shortest; at <= word.length - shortest; at += 1) {
    const head = word.slice(at);
    if (!isPart(head)) continue;
    const first = word.slice(0, at);
    const part = partsOf(first).find(isPart);
    if (part !== undefined) return [part, head];
    const more = partsOf(first)
      .map((part) => splitCompound(part, isPart))
      .find((parts) => parts !== null);
    if (more) return [...more, head];
  }
  return null;
}

/** The first part in the forms in which it may be a word of its own. */
function partsOf(first: string): string[] {
  const unlinked = links.filter((link) => first.endsWith(link)).map((link) => first.slice(0, -link.length));
  return [first, ...unlinked, `${first}e`].filter((part) => part.length >= shortest);
}

/** Letters of a part that is long enough to match alone. */
const telling = 4;

/**
 * The known end of a compound whose beginning is not known, else its known beginning: a Duschvase is a vase, a Rückgabefrist
 * is about returns.
 * @returns both parts; null where neither is known
 */
export function compoundParts(word: string, isPart: (part: string) => boolean): [string, string] | null {
  for (let at = shortest; at <= word.length - telling; at += 1) {
    if (isPart(word.slice(at))) return [word.slice(0, at), word.slice(at)];
  }
  for (let at = word.length - shortest; at >= telling; at -= 1) {
    const part = partsOf(word.slice(0, at)).find((part) => part.length >= telling && isPart(part));
    if (part !== undefined) return [part, word.slice(at)];
  }
  return null;
}

/** Words of which a thing has to have all. */
export interface Alternative {
  /** Folded. */
  words: readonly string[];
  /** The same, as stems of the language that the shop's texts are in. */
  stems: readonly string[];
  /** How surely this is meant; 1 for what was typed. */
  confidence: number;
  /** Typed: it may be the beginning of a word. */
  isTyped: boolean;
  /** See Meaning. */
  isColour: boolean;
  isOther: boolean;
}

/** A word or a phrase of the search: one of its alternatives is enough. */
export interface Unit {
  alternatives: readonly Alternative[];
  /** What a compound says of its last part: wanted where something has it. */
  isOptional?: true;
}

export interface ParsedSearch {
  units: readonly Unit[];
  /** All words, put right, joined by spaces: what a title is compared with. */
  phrase: string;
  /** The search with its mistyped words put right; null where none was. */
  corrected: string | null;
}

/** The words of a shop's things. */
export interface Vocabulary {
  /** Something has the word, or an inflection of it, or one that begins so. */
  knows(word: string): boolean;
  /** Something has the word or an inflection of it. @param asName not only described with it */
  knowsWhole(word: string, asName: boolean): boolean;
  /** Holds every word against what was typed. */
  offer(nearest: NearestWord): void;
}

export interface Reader {
  vocabulary: Vocabulary;
  thesaurus: Thesaurus;
  languages: SearchLanguages;
  /** Codes: of the search, then of the shop's texts. */
  spoken: readonly string[];
}

const bySynonym = 0.8;
const byBeginning = 0.6;
/** Optional parts of compounds that count in a search. */
export const maxOptional = 15;
/** Synonyms that a half-typed word may become. */
const maxBegun = 5;

/**
 * @param typed words with how they were typed
 * @param pause awaited before each search for the nearest word, which looks at every word of the shop
 */
export async function readSearch(
  typed: ReadonlyMap<string, string>,
  reader: Reader,
  pause: () => Promise<void> | undefined,
): Promise<ParsedSearch> {
  const words = [...typed.keys()];
  const read: Read[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at, reader);
    if (phrase) {
      read.push({ ...phrase, isFiller: false });
      at += phrase.count;
      continue;
    }
    const fillers = fillerAt(words, at, reader.languages.search);
    const isLast = at === words.length - 1;
    const count = Math.max(1, fillers);
    for (const word of words.slice(at, at + count)) {
      if (fillers === 0) await pause();
      const one = fillers > 0 ? plain(word, reader) : readWord(word, isLast, reader);
      read.push({ ...one, spelling: one.spelling ?? typed.get(word)!, isFiller: fillers > 0 });
    }
    at += count;
  }
  const telling = read.filter((one) => !one.isFiller);
  const counted = telling.length > 0 ? telling : read;
  const spelled = read.map(({ spelling, word }) => spelling ?? word);
  const units = counted.flatMap((one) => one.units);
  const optional = units.filter(({ isOptional }) => isOptional);
  return {
    units: units.filter((unit) => !unit.isOptional || optional.indexOf(unit) < maxOptional),
    phrase: read.map(({ word }) => word).join(' '),
    corrected: read.some(({ isCorrected }) => isCorrected) ? spelled.join(' ') : null,
  };
}

interface Read {
  units: Unit[];
  /** Put right. */
  word: string;
  /** How it is written; undefined for as it was typed. */
  spelling?: string | undefined;
  isCorrected?: boolean;
  isFiller: boolean;
}

type OneWord = Omit<Read, 'isFiller'>;

/** The longest run from `at` on that the synonyms know. */
function phraseAt(words: readonly string[], at: number, reader: Reader) {
  for (const vocabulary of knownLanguages(reader)) {
    for (let count = Math.min(vocabulary.longest, words.length - at); count > 1; count -= 1) {
      const run = words.slice(at, at + count);
      const meanings = vocabulary.find(run);
      if (!meanings) continue;
      const word = run.join(' ');
      return { units: [unitOf(run, meanings, reader)], word, spelling: word, count };
    }
  }
  return null;
}

function readWord(word: string, isLast: boolean, reader: Reader): OneWord {
  const { vocabulary, languages } = reader;
  const isKnown = (one: string) => vocabulary.knows(one) || meaningsOf(one, reader) !== null;
  if (isKnown(word)) return plain(word, reader);
  // Who has no umlauts on the keyboard writes ae for ä.
  const unlauted = languages.search === 'de' ? word.replace(/([aou])e/g, '$1') : word;
  if (unlauted !== word && isKnown(unlauted)) return plain(unlauted, reader);
  const foreign = meaningsElsewhere(word, reader);
  if (foreign) return { units: [unitOf([word], foreign, reader)], word };
  const begun = isLast ? begunMeanings(word, reader) : [];
  if (begun.length > 0) return { units: [unitOf([word], begun, reader, byBeginning)], word };

  const isPart = (part: string) => isKnownPart(part, reader);
  const parts = splitCompound(word, isPart);
  if (parts) return { units: compound(parts, reader), word: parts.join(' ') };
  const meant = nearest(word, isLast, reader);
  if (meant) return { ...plain(meant.word, reader), spelling: meant.spelling, isCorrected: true };
  const half = languages.search === 'de' ? compoundParts(word, isPart) : null;
  if (half) return { units: half.flatMap((part) => plain(part, reader).units), word };
  return plain(word, reader);
}

/** A kitchen clock is a clock: what is no clock is not wanted, and a clock that says nothing of kitchens is. */
function compound(parts: readonly string[], reader: Reader): Unit[] {
  const units = parts.map((part) => plain(part, reader).units);
  const head = units.pop() ?? [];
  return [...units.flat().map((unit) => ({ ...unit, isOptional: true as const })), ...head];
}

const plain = (word: string, reader: Reader): OneWord => ({
  units: [unitOf([word], meaningsOf(word, reader) ?? [], reader)],
  word,
});

function unitOf(
  words: readonly string[],
  meanings: readonly Meaning[],
  { languages: { content } }: Reader,
  confidence = bySynonym,
): Unit {
  const stems = (of: readonly string[]) => of.map((word) => stemOf(word, content));
  const typed = { words, stems: stems(words), confidence: 1, isTyped: true, isColour: false, isOther: false };
  return {
    alternatives: [
      typed,
      ...meanings.map((meaning) => ({ ...meaning, stems: stems(meaning.words), confidence, isTyped: false })),
    ],
  };
}

/** Languages a search is read in: its own, then that of the shop's texts. */
function knownLanguages({ thesaurus, spoken }: Reader): LanguageWords[] {
  return [...new Set(spoken)].flatMap((lang) => thesaurus.get(lang) ?? []);
}

function meaningsOf(word: string, reader: Reader): readonly Meaning[] | null {
  for (const vocabulary of knownLanguages(reader)) {
    const meanings = vocabulary.find([word]);
    if (meanings) return meanings;
  }
  return null;
}

/** A word of another language of the shop, where neither the shop nor its own language knows it. */
function meaningsElsewhere(word: string, { thesaurus, spoken }: Reader): readonly Meaning[] | null {
  for (const [lang, known] of thesaurus) {
    const meanings = spoken.includes(lang) ? null : known.find([word]);
    if (meanings) return meanings;
  }
  return null;
}

function begunMeanings(word: string, reader: Reader): Meaning[] {
  if (word.length < 3) return [];
  const begun = knownLanguages(reader).flatMap((vocabulary) =>
    vocabulary.beginning(word).flatMap((one) => vocabulary.find([one]) ?? []),
  );
  return begun.slice(0, maxBegun);
}

/** Letters from which a word that only stands in descriptions can be part of a compound. */
const tellingPart = 4;

function isKnownPart(part: string, reader: Reader): boolean {
  if (isFiller(part, reader.languages.search) || isFiller(part, reader.languages.content)) return false;
  if (meaningsOf(part, reader)) return true;
  return reader.vocabulary.knowsWhole(part, part.length < tellingPart);
}

/** By the word, and by its stem: cushons is nearer to cushion without its ending. */
function nearest(word: string, isUnfinished: boolean, reader: Reader) {
  const stems = new Set([word, ...stemsOf(word, reader.languages)]);
  const found = [...stems].flatMap((stem) => {
    const search = new NearestWord(stem, isUnfinished && stem === word);
    if (search.isHopeless) return [];
    reader.vocabulary.offer(search);
    for (const { candidates } of knownLanguages(reader)) for (const one of candidates) search.look(one);
    return search.best ?? [];
  });
  return found.sort((a, b) => a.cost - b.cost)[0] ?? null;
}

function stemsOf(word: string, { content, search }: SearchLanguages): string[] {
  const of = (language: StemLanguage | null) => (language ? [stemOf(word, language)] : []);
  return [...of(content), ...of(search)];
}
