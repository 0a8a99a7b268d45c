/** Parses a search text: finds synonyms of its words, ignores filler words and corrects typos. */
import { countFillerWordsAt, isFiller } from './filler-words.ts';
import { NearestWord } from './nearest-word.ts';
import { type StemLanguage, stemWord } from './stemmers.ts';
import type { SearchLanguages } from './term-index.ts';
import type { Meaning, SynonymIndex, Thesaurus } from './thesaurus.ts';

/** Minimum number of letters in a part of a compound word. */
const shortest = 3;

/** Linking letters between the parts of a German compound; a part may also lose its `e` (Kerzenständer, Schulbuch). */
const links = ['s', 'n', 'en', 'es', 'er'];

/**
 * Splits a compound word into its parts, and prefers the longest head. The head is the last part and names the thing itself.
 * @param isPart returns whether a part is an existing word
 * @returns null if the word cannot be split into existing words
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

/** Returns the possible base forms of a compound's first part: unchanged, without linking letters, or with a final `e`. */
function partsOf(first: string): string[] {
  const unlinked = links.filter((link) => first.endsWith(link)).map((link) => first.slice(0, -link.length));
  return [first, ...unlinked, `${first}e`].filter((part) => part.length >= shortest);
}

/** Minimum number of letters in a compound part that may match without the other part. */
const minLoneMatchLetters = 4;

/**
 * Splits a compound word of which only one part is an existing word: the last part if possible ("Duschvase" is a vase), otherwise
 * the first ("Rückgabefrist" is about returns).
 * @returns both parts; null if neither is an existing word
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

/** One alternative for matching a search term: words that a product must all contain. */
export interface Alternative {
  /** The words in folded form (tokenizer.ts). */
  words: readonly string[];
  /** Stems of the words, in the language of the shop's texts. */
  stems: readonly string[];
  /** Confidence that the shopper means these words; 1 for the words as typed. */
  confidence: number;
  /** Whether the shopper typed these words; if so, they also match as prefixes. */
  isTyped: boolean;
  /** Whether the alternative is a colour name, or a substitute; see `Meaning` (thesaurus.ts). */
  isColour: boolean;
  isSubstitute: boolean;
}

/** A word or phrase of the search; a product matches if it matches one of the alternatives. */
export interface SearchTerm {
  alternatives: readonly Alternative[];
  /** Set for the parts of a compound word before its head: a match improves the rank but is not required. */
  isOptional?: true;
}

export interface ParsedSearch {
  units: readonly SearchTerm[];
  /** All words of the search, corrected and joined by spaces, to compare with titles. */
  phrase: string;
  /** The search text with corrected typos; null if nothing was corrected. */
  corrected: string | null;
}

/** Looks up words in the shop's products or texts. */
export interface Vocabulary {
  /** Returns whether any product or text contains the word, an inflected form of it, or a word that begins with it. */
  knows(word: string): boolean;
  /**
   * Returns whether any product or text contains the word or an inflected form of it.
   * @param asName require the word in a name, not only in a description
   */
  knowsWhole(word: string, asName: boolean): boolean;
  /** Passes every indexed word to `nearest` as a candidate for a correction. */
  offer(nearest: NearestWord): void;
}

export interface SearchContext {
  vocabulary: Vocabulary;
  thesaurus: Thesaurus;
  languages: SearchLanguages;
  /** Languages whose synonyms apply: the language of the search, then the language of the shop's texts. */
  synonymLanguages: readonly string[];
}

const bySynonym = 0.8;
const byBeginning = 0.6;
/** Maximum number of optional compound parts in a search. */
export const maxOptionalParts = 15;
/** Maximum number of synonyms that an incomplete word can match. */
const maxPrefixMeanings = 5;

/**
 * Parses a search text into terms with synonyms and corrections.
 * @param typed folded words with their spelling
 * @param pause awaited before each word that may need a correction, because a correction compares it with every indexed word
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
  /** The word after correction, in folded form. */
  word: string;
  /** Spelling of the corrected word; undefined if the word is as typed. */
  spelling?: string | undefined;
  isCorrected?: boolean;
  isFiller: boolean;
}

type OneWord = Omit<Read, 'isFiller'>;

/** Returns the longest phrase that starts at index `at` and has synonyms; null if there is none. */
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
  // Treat ae as ä, which shoppers type on keyboards without umlauts.
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

/**
 * Returns the search terms of a compound word. Only the head is required: "Küchenuhr" (kitchen clock) also finds clocks that do not
 * mention a kitchen.
 */
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

/** Returns the synonyms in the language of the search, then those in the language of the shop's texts. */
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

/** Looks up synonyms in the shop's other languages; used if the languages of the search and of the texts have none. */
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

/**
 * Minimum number of letters in a compound part. Shorter words count as a part only if they occur in a product's name, not only in
 * descriptions.
 */
const minCompoundPartLetters = 4;

function isCompoundPart(part: string, context: SearchContext): boolean {
  if (isFiller(part, context.languages.search) || isFiller(part, context.languages.content)) return false;
  if (meaningsOf(part, context)) return true;
  return context.vocabulary.knowsWhole(part, part.length < minCompoundPartLetters);
}

/** Returns the best correction of a word or its stem: without the plural s, the typo `cushons` is closer to `cushion`. */
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
