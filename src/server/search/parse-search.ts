/** Parses a search: its words, their synonyms, which of them carry meaning, and corrections. */
import { countFillerWordsAt, isFiller } from './filler-words.ts';
import { NearestWord } from './nearest-word.ts';
import { type StemLanguage, stemWord } from './stemmers.ts';
import type { SearchLanguages } from './term-index.ts';
import type { Meaning, SynonymIndex, Thesaurus } from './thesaurus.ts';

/** Minimum letters of a compound's part. */
const shortest = 3;

/** Linking letters between the parts of a German compound; a part may also lose its `e` (Kerzenständer, Schulbuch). */
const links = ['s', 'n', 'en', 'es', 'er'];

/**
 * Splits a compound into its parts, the head (what the thing is) last; prefers the longest head.
 * @param isPart whether a word exists
 * @returns null if it has no two such parts
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

/** Returns the first part in every form that may be a word. */
function partsOf(first: string): string[] {
  const unlinked = links.filter((link) => first.endsWith(link)).map((link) => first.slice(0, -link.length));
  return [first, ...unlinked, `${first}e`].filter((part) => part.length >= shortest);
}

/** Minimum letters of a part that may match alone. */
const minLoneMatchLetters = 4;

/**
 * Splits a compound of which only one part exists, at its end if possible, else at its beginning: a Duschvase is a vase, a
 * Rückgabefrist is about returns.
 * @returns both parts; null if neither exists
 */
export function splitPartlyKnownCompound(
  word: string,
  isPart: (part: string) => boolean,
): [string, string] | null {
  for (let at = shortest; at <= word.length - minLoneMatchLetters; at += 1) {
    if (isPart(word.slice(at))) return [word.slice(0, at), word.slice(at)];
  }
  for (let at = word.length - shortest; at >= minLoneMatchLetters; at -= 1) {
    const part = partsOf(word.slice(0, at)).find(
      (part) => part.length >= minLoneMatchLetters && isPart(part),
    );
    if (part !== undefined) return [part, word.slice(at)];
  }
  return null;
}

/** Words that a product must all have. */
export interface Alternative {
  /** Folded. */
  words: readonly string[];
  /** The same words, as stems in the language of the shop's texts. */
  stems: readonly string[];
  /** Confidence that the shopper means this; 1 for the typed words. */
  confidence: number;
  /** Typed by the shopper, so it may be the beginning of a word. */
  isTyped: boolean;
  /** See Meaning. */
  isColour: boolean;
  isSubstitute: boolean;
}

/** A word or phrase of the search; matching one alternative is enough. */
export interface SearchTerm {
  alternatives: readonly Alternative[];
  /** A part of a compound before its head: improves the rank, not required. */
  isOptional?: true;
}

export interface ParsedSearch {
  units: readonly SearchTerm[];
  /** All words, corrected and joined by spaces, for comparing with titles. */
  phrase: string;
  /** The search with its corrections; null if there are none. */
  corrected: string | null;
}

/** The words of the shop's products or texts. */
export interface Vocabulary {
  /** Returns whether an item has the word, an inflection of it or a word that begins with it. */
  knows(word: string): boolean;
  /** Returns whether an item has the word or an inflection of it. @param asName in its name, not only in its description */
  knowsWhole(word: string, asName: boolean): boolean;
  /** Passes every word to `nearest` as a candidate. */
  offer(nearest: NearestWord): void;
}

export interface SearchContext {
  vocabulary: Vocabulary;
  thesaurus: Thesaurus;
  languages: SearchLanguages;
  /** Language codes of the search, then of the shop's texts. */
  synonymLanguages: readonly string[];
}

const bySynonym = 0.8;
const byBeginning = 0.6;
/** Maximum number of optional compound parts in a search. */
export const maxOptionalParts = 15;
/** Maximum number of synonym meanings of a half-typed word. */
const maxPrefixMeanings = 5;

/**
 * @param typed folded words with their spelling
 * @param pause awaited before each search for the nearest word, which compares every word of the shop
 */
export async function parseSearch(
  typed: ReadonlyMap<string, string>,
  context: SearchContext,
  pause: () => Promise<void> | undefined,
): Promise<ParsedSearch> {
  const words = [...typed.keys()];
  const read: Read[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at, context);
    if (phrase) {
      read.push({ ...phrase, isFiller: false });
      at += phrase.count;
      continue;
    }
    const fillers = countFillerWordsAt(words, at, context.languages.search);
    const isLast = at === words.length - 1;
    const count = Math.max(1, fillers);
    for (const word of words.slice(at, at + count)) {
      if (fillers === 0) await pause();
      const one = fillers > 0 ? withSynonyms(word, context) : readWord(word, isLast, context);
      read.push({ ...one, spelling: one.spelling ?? typed.get(word)!, isFiller: fillers > 0 });
    }
    at += count;
  }
  const meaningful = read.filter((one) => !one.isFiller);
  const counted = meaningful.length > 0 ? meaningful : read;
  const spelled = read.map(({ spelling, word }) => spelling ?? word);
  const units = counted.flatMap((one) => one.units);
  const optional = units.filter(({ isOptional }) => isOptional);
  return {
    units: units.filter((unit) => !unit.isOptional || optional.indexOf(unit) < maxOptionalParts),
    phrase: read.map(({ word }) => word).join(' '),
    corrected: read.some(({ isCorrected }) => isCorrected) ? spelled.join(' ') : null,
  };
}

interface Read {
  units: SearchTerm[];
  /** Corrected. */
  word: string;
  /** Spelling of the word; undefined if as typed. */
  spelling?: string | undefined;
  isCorrected?: boolean;
  isFiller: boolean;
}

type OneWord = Omit<Read, 'isFiller'>;

/** Returns the longest phrase from `at` on that has synonyms. */
function phraseAt(words: readonly string[], at: number, context: SearchContext) {
  for (const synonyms of synonymIndexesOf(context)) {
    for (let count = Math.min(synonyms.maxPhraseWords, words.length - at); count > 1; count -= 1) {
      const run = words.slice(at, at + count);
      const meanings = synonyms.find(run);
      if (!meanings) continue;
      const word = run.join(' ');
      return { units: [unitOf(run, meanings, context)], word, spelling: word, count };
    }
  }
  return null;
}

function readWord(word: string, isLast: boolean, context: SearchContext): OneWord {
  const { vocabulary, languages } = context;
  const isExistingWord = (one: string) => vocabulary.knows(one) || meaningsOf(one, context) !== null;
  if (isExistingWord(word)) return withSynonyms(word, context);
  // Keyboards without umlauts: ae stands for ä.
  const unlauted = languages.search === 'de' ? word.replace(/([aou])e/g, '$1') : word;
  if (unlauted !== word && isExistingWord(unlauted)) return withSynonyms(unlauted, context);
  const foreign = meaningsElsewhere(word, context);
  if (foreign) return { units: [unitOf([word], foreign, context)], word };
  const prefixMeanings = isLast ? meaningsOfPrefix(word, context) : [];
  if (prefixMeanings.length > 0)
    return { units: [unitOf([word], prefixMeanings, context, byBeginning)], word };

  const isPart = (part: string) => isCompoundPart(part, context);
  const parts = splitCompound(word, isPart);
  if (parts) return { units: compound(parts, context), word: parts.join(' ') };
  const correction = nearest(word, isLast, context);
  if (correction)
    return { ...withSynonyms(correction.word, context), spelling: correction.spelling, isCorrected: true };
  const half = languages.search === 'de' ? splitPartlyKnownCompound(word, isPart) : null;
  if (half) return { units: half.flatMap((part) => withSynonyms(part, context).units), word };
  return withSynonyms(word, context);
}

/** Requires only the head: as a compound, "kitchen clock" finds clocks, also those that mention no kitchen. */
function compound(parts: readonly string[], context: SearchContext): SearchTerm[] {
  const units = parts.map((part) => withSynonyms(part, context).units);
  const head = units.pop() ?? [];
  return [...units.flat().map((unit) => ({ ...unit, isOptional: true as const })), ...head];
}

const withSynonyms = (word: string, context: SearchContext): OneWord => ({
  units: [unitOf([word], meaningsOf(word, context) ?? [], context)],
  word,
});

function unitOf(
  words: readonly string[],
  meanings: readonly Meaning[],
  { languages: { content } }: SearchContext,
  confidence = bySynonym,
): SearchTerm {
  const stems = (of: readonly string[]) => of.map((word) => stemWord(word, content));
  const typed = {
    words,
    stems: stems(words),
    confidence: 1,
    isTyped: true,
    isColour: false,
    isSubstitute: false,
  };
  return {
    alternatives: [
      typed,
      ...meanings.map((meaning) => ({ ...meaning, stems: stems(meaning.words), confidence, isTyped: false })),
    ],
  };
}

/** Returns the synonyms of the search's language, then of the language of the shop's texts. */
function synonymIndexesOf({ thesaurus, synonymLanguages: spoken }: SearchContext): SynonymIndex[] {
  return [...new Set(spoken)].flatMap((lang) => thesaurus.get(lang) ?? []);
}

function meaningsOf(word: string, context: SearchContext): readonly Meaning[] | null {
  for (const synonyms of synonymIndexesOf(context)) {
    const meanings = synonyms.find([word]);
    if (meanings) return meanings;
  }
  return null;
}

/** Looks up a word in the shop's other languages, once the search's and the texts' languages have failed. */
function meaningsElsewhere(
  word: string,
  { thesaurus, synonymLanguages: spoken }: SearchContext,
): readonly Meaning[] | null {
  for (const [lang, synonymIndex] of thesaurus) {
    const meanings = spoken.includes(lang) ? null : synonymIndex.find([word]);
    if (meanings) return meanings;
  }
  return null;
}

function meaningsOfPrefix(word: string, context: SearchContext): Meaning[] {
  if (word.length < 3) return [];
  const meanings = synonymIndexesOf(context).flatMap((synonyms) =>
    synonyms.beginning(word).flatMap((one) => synonyms.find([one]) ?? []),
  );
  return meanings.slice(0, maxPrefixMeanings);
}

/** Shorter words must be in a product's name, not only in descriptions, to count as a part of a compound. */
const minCompoundPartLetters = 4;

function isCompoundPart(part: string, context: SearchContext): boolean {
  if (isFiller(part, context.languages.search) || isFiller(part, context.languages.content)) return false;
  if (meaningsOf(part, context)) return true;
  return context.vocabulary.knowsWhole(part, part.length < minCompoundPartLetters);
}

/** Looks up the word and its stem: the typo `cushons` is nearer to `cushion` without its plural s. */
function nearest(word: string, isUnfinished: boolean, context: SearchContext) {
  const stems = new Set([word, ...stemsOf(word, context.languages)]);
  const found = [...stems].flatMap((stem) => {
    const search = new NearestWord(stem, isUnfinished && stem === word);
    if (search.isHopeless) return [];
    context.vocabulary.offer(search);
    for (const { candidates } of synonymIndexesOf(context)) for (const one of candidates) search.look(one);
    return search.best ?? [];
  });
  return found.sort((a, b) => a.cost - b.cost)[0] ?? null;
}

function stemsOf(word: string, { content, search }: SearchLanguages): string[] {
  const of = (language: StemLanguage | null) => (language ? [stemWord(word, language)] : []);
  return [...of(content), ...of(search)];
}
