/** Parses a search text: finds synonyms of its words, ignores filler words and corrects typos. */
import { countFillerWordsAt, isFiller } from './filler-words.ts';
import { type Candidate, NearestWord } from './nearest-word.ts';
import { type StemLanguage, stemWord } from './stemmers.ts';
import type { SearchLanguages } from './term-index.ts';
import type { Synonym, SynonymIndex, Thesaurus } from './thesaurus.ts';

/** Minimum number of letters in a part of a compound word. */
const minPartLetters = 3;

/**
 * Letters that German inserts between the parts of a compound (Kerze-n-ständer). A part may also lose its final `e` (Schule,
 * Schulbuch).
 */
const links = ['s', 'n', 'en', 'es', 'er'];

/**
 * Splits a compound word into its parts. The head, the last part, names the thing itself; if several splits are possible, the one
 * with the longest head is used.
 * @param isPart returns whether a part is an existing word
 * @returns null if the word cannot be split into existing words
 */
export function splitCompound(word: string, isPart: (part: string) => boolean): string[] | null {
  for (let at = minPartLetters; at <= word.length - minPartLetters; at += 1) {
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
  return [first, ...unlinked, `${first}e`].filter((part) => part.length >= minPartLetters);
}

/** Minimum number of letters in a compound part that may match although the other part is not an existing word. */
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
  for (let at = minPartLetters; at <= word.length - minLoneMatchLetters; at += 1) {
    if (isPart(word.slice(at))) return [word.slice(0, at), word.slice(at)];
  }
  for (let at = word.length - minPartLetters; at >= minLoneMatchLetters; at -= 1) {
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
  /** Confidence that the shopper means these words; 1 for the typed words, including corrected or split ones. */
  confidence: number;
  /** Whether these are the typed words, including corrected or split ones, rather than synonyms. Only typed words match as prefixes. */
  isMainWord: boolean;
  /** Whether the alternative is a colour name, or a substitute; see `Synonym` (thesaurus.ts). */
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
  terms: readonly SearchTerm[];
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
  /** Calls `visit` with every indexed word, as a candidate for a correction. */
  eachWord(visit: (candidate: Candidate) => void): void;
}

export interface SearchContext {
  vocabulary: Vocabulary;
  thesaurus: Thesaurus;
  languages: SearchLanguages;
  /** Languages whose synonyms apply: the language of the search, then the language of the shop's texts. */
  synonymLanguages: readonly string[];
}

const synonymConfidence = 0.8;
const prefixConfidence = 0.6;
/** Maximum number of optional compound parts in a search. */
export const maxOptionalParts = 15;
/** Minimum number of letters in an incomplete word that can match synonyms. */
const minPrefixLetters = 3;
/** Maximum number of synonyms that an incomplete word can match. */
const maxPrefixSynonyms = 5;

/**
 * Parses a search text into terms with synonyms and corrections.
 * @param spellingByWord the search words: original spelling by folded word
 * @param yieldIfDue awaited before each word that may need a correction, because a correction compares it with every indexed word
 */
export async function parseSearch(
  spellingByWord: ReadonlyMap<string, string>,
  context: SearchContext,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<ParsedSearch> {
  const words = [...spellingByWord.keys()];
  const parsed: ParsedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at, context);
    if (phrase) {
      parsed.push({ ...phrase, isFiller: false });
      at += phrase.count;
      continue;
    }
    const fillers = countFillerWordsAt(words, at, context.languages.search);
    const isLast = at === words.length - 1;
    const count = Math.max(1, fillers);
    for (const word of words.slice(at, at + count)) {
      if (fillers === 0) await yieldIfDue();
      const one = fillers > 0 ? withSynonyms(word, context) : readWord(word, isLast, context);
      parsed.push({ ...one, spelling: one.spelling ?? spellingByWord.get(word)!, isFiller: fillers > 0 });
    }
    at += count;
  }
  const meaningful = parsed.filter((one) => !one.isFiller);
  const searched = meaningful.length > 0 ? meaningful : parsed;
  const spelled = parsed.map(({ spelling, word }) => spelling ?? word);
  const terms = searched.flatMap((one) => one.terms);
  const optional = terms.filter(({ isOptional }) => isOptional);
  return {
    terms: terms.filter((term) => !term.isOptional || optional.indexOf(term) < maxOptionalParts),
    phrase: parsed.map(({ word }) => word).join(' '),
    corrected: parsed.some(({ isCorrected }) => isCorrected) ? spelled.join(' ') : null,
  };
}

/** A parsed word or phrase of the search. A compound word that was split has several terms. */
interface ParsedWord {
  terms: SearchTerm[];
  /** The word after correction, in folded form. */
  word: string;
  /** Spelling of the corrected word; undefined if the word is as typed. */
  spelling?: string | undefined;
  isCorrected?: boolean;
  isFiller: boolean;
}

type OneWord = Omit<ParsedWord, 'isFiller'>;

/** Returns the longest phrase that starts at index `at` and has synonyms; null if there is none. */
function phraseAt(words: readonly string[], at: number, context: SearchContext) {
  for (const index of synonymIndexesOf(context)) {
    for (let count = Math.min(index.maxPhraseWords, words.length - at); count > 1; count -= 1) {
      const run = words.slice(at, at + count);
      const synonyms = index.find(run);
      if (!synonyms) continue;
      const word = run.join(' ');
      return { terms: [termOf(run, synonyms, context)], word, spelling: word, count };
    }
  }
  return null;
}

function readWord(word: string, isLast: boolean, context: SearchContext): OneWord {
  const { vocabulary, languages } = context;
  const isExistingWord = (one: string) => vocabulary.knows(one) || synonymsOf(one, context) !== null;
  if (isExistingWord(word)) return withSynonyms(word, context);
  // Treat ae as ä, which folds to a: shoppers type ae on keyboards without umlauts.
  const withoutUmlautE = languages.search === 'de' ? word.replace(/([aou])e/g, '$1') : word;
  if (withoutUmlautE !== word && isExistingWord(withoutUmlautE)) return withSynonyms(withoutUmlautE, context);
  const foreign = synonymsInOtherLanguages(word, context);
  if (foreign) return { terms: [termOf([word], foreign, context)], word };
  const prefixSynonyms = isLast ? synonymsOfPrefix(word, context) : [];
  if (prefixSynonyms.length > 0)
    return { terms: [termOf([word], prefixSynonyms, context, prefixConfidence)], word };

  const isPart = (part: string) => isCompoundPart(part, context);
  const parts = splitCompound(word, isPart);
  if (parts) return { terms: compound(parts, context), word: parts.join(' ') };
  const correction = nearest(word, isLast, context);
  if (correction)
    return { ...withSynonyms(correction.word, context), spelling: correction.spelling, isCorrected: true };
  const partlyKnown = languages.search === 'de' ? splitPartlyKnownCompound(word, isPart) : null;
  if (partlyKnown) return { terms: partlyKnown.flatMap((part) => withSynonyms(part, context).terms), word };
  return withSynonyms(word, context);
}

/**
 * Returns the search terms of a compound word. Only the head is required: "Küchenuhr" (kitchen clock) also finds clocks that do not
 * mention a kitchen.
 */
function compound(parts: readonly string[], context: SearchContext): SearchTerm[] {
  const terms = parts.map((part) => withSynonyms(part, context).terms);
  const head = terms.pop() ?? [];
  return [...terms.flat().map((term) => ({ ...term, isOptional: true as const })), ...head];
}

const withSynonyms = (word: string, context: SearchContext): OneWord => ({
  terms: [termOf([word], synonymsOf(word, context) ?? [], context)],
  word,
});

function termOf(
  words: readonly string[],
  synonyms: readonly Synonym[],
  { languages: { content } }: SearchContext,
  confidence = synonymConfidence,
): SearchTerm {
  const stems = (of: readonly string[]) => of.map((word) => stemWord(word, content));
  const mainWord = {
    words,
    stems: stems(words),
    confidence: 1,
    isMainWord: true,
    isColour: false,
    isSubstitute: false,
  };
  return {
    alternatives: [
      mainWord,
      ...synonyms.map((synonym) => ({
        ...synonym,
        stems: stems(synonym.words),
        confidence,
        isMainWord: false,
      })),
    ],
  };
}

/** Returns the synonym indexes to use: that of the search language, then that of the language of the shop's texts. */
function synonymIndexesOf({ thesaurus, synonymLanguages }: SearchContext): SynonymIndex[] {
  return [...new Set(synonymLanguages)].flatMap((lang) => thesaurus.get(lang) ?? []);
}

function synonymsOf(word: string, context: SearchContext): readonly Synonym[] | null {
  for (const index of synonymIndexesOf(context)) {
    const synonyms = index.find([word]);
    if (synonyms) return synonyms;
  }
  return null;
}

/** Looks up synonyms in the shop's other languages, for words without synonyms in the languages of the search and of the shop's texts. */
function synonymsInOtherLanguages(
  word: string,
  { thesaurus, synonymLanguages }: SearchContext,
): readonly Synonym[] | null {
  for (const [lang, index] of thesaurus) {
    const synonyms = synonymLanguages.includes(lang) ? null : index.find([word]);
    if (synonyms) return synonyms;
  }
  return null;
}

function synonymsOfPrefix(word: string, context: SearchContext): Synonym[] {
  if (word.length < minPrefixLetters) return [];
  const synonyms = synonymIndexesOf(context).flatMap((index) =>
    index.startingWith(word).flatMap((one) => index.find([one]) ?? []),
  );
  return synonyms.slice(0, maxPrefixSynonyms);
}

/**
 * Minimum number of letters of a compound part that occurs only in descriptions; shorter ones must occur in a product's name.
 */
const minDescriptionPartLetters = 4;

function isCompoundPart(part: string, context: SearchContext): boolean {
  if (isFiller(part, context.languages.search) || isFiller(part, context.languages.content)) return false;
  if (synonymsOf(part, context)) return true;
  return context.vocabulary.knowsWhole(part, part.length < minDescriptionPartLetters);
}

/**
 * Returns the best correction of a word. Also tries to correct its stem: without the plural s, the typo `cushons` is closer to
 * `cushion`.
 */
function nearest(word: string, isUnfinished: boolean, context: SearchContext) {
  const stems = new Set([word, ...stemsOf(word, context.languages)]);
  const found = [...stems].flatMap((stem) => {
    const nearestWord = new NearestWord(stem, isUnfinished && stem === word);
    if (nearestWord.toleratesNoMistake) return [];
    context.vocabulary.eachWord((candidate) => nearestWord.consider(candidate));
    for (const { candidates } of synonymIndexesOf(context))
      for (const candidate of candidates) nearestWord.consider(candidate);
    return nearestWord.best ?? [];
  });
  return found.sort((a, b) => a.cost - b.cost)[0] ?? null;
}

function stemsOf(word: string, { content, search }: SearchLanguages): string[] {
  const of = (language: StemLanguage | null) => (language ? [stemWord(word, language)] : []);
  return [...of(content), ...of(search)];
}
