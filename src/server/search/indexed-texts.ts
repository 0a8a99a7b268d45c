/** Finds the articles, pages and collections that match a search. Pure. */

import { letterBits } from './edit-distance.ts';
import { isFiller } from './filler-words.ts';
import type { Alternative, SearchTerm, Vocabulary } from './parse-search.ts';
import { type StemLanguage, stemWord } from './stemmers.ts';
import { stripHtml, tokenize, tokenizeKeepingOriginals } from './tokenizer.ts';

/** A sequence of folded words and their stems. */
interface StemmedText {
  words: string[];
  stems: string[];
}

export interface IndexedText<Key> {
  key: Key;
  title: StemmedText & { spellings: string[] };
  summary: StemmedText;
  /**
   * Distinct stems of the body in one string, each stem with a space before and after. A string takes a tenth of the memory of an
   * array. '' if the body is not searched.
   */
  body: string;
}

export function indexText<Key>(
  key: Key,
  title: string,
  summary: string,
  language: StemLanguage | null,
  bodyHtml = '',
): IndexedText<Key> {
  const stemmed = (text: string) => {
    const spelled = tokenizeKeepingOriginals(text);
    const words = [...spelled.keys()];
    return { words, stems: words.map((word) => stemWord(word, language)), spellings: [...spelled.values()] };
  };
  const { words, stems } = stemmed(summary);
  const bodyStems = new Set(tokenize(stripHtml(bodyHtml)).map((word) => stemWord(word, language)));
  const body = bodyStems.size > 0 ? ` ${[...bodyStems].join(' ')} ` : '';
  return { key, title: stemmed(title), summary: { words, stems }, body };
}

export interface TextMatch<Key> {
  key: Key;
  /** Whether the title contains all search words and, apart from filler words, no others. */
  isIt: boolean;
  /** Whether the title contains all search words. */
  isTitled: boolean;
}

/**
 * Returns the texts that contain every search word, those with all words in the title first. Bodies are searched only if no text
 * has all words in its title and summary, and never for synonyms, which would match too many bodies.
 * @param inPart if no text contains every word, return texts that contain at least half of the words, and at least one word in the
 * title
 */
export function findMatchingTexts<Key>(
  texts: readonly IndexedText<Key>[],
  search: readonly SearchTerm[],
  language: StemLanguage | null,
  { inPart = false } = {},
): TextMatch<Key>[] {
  const terms = search.filter(({ isOptional }) => !isOptional);
  if (terms.length === 0) return [];
  const fits = texts.flatMap((text) => {
    const { title, summary } = text;
    const titled = terms.filter((term) => has(title, term)).length;
    const matchCount = terms.filter((term) => has(title, term) || has(summary, term)).length;
    if (matchCount === 0) return [];
    const isTitled = titled === terms.length;
    return [
      { key: text.key, isIt: isTitled && isWhole(title, terms, language), isTitled, titled, had: matchCount },
    ];
  });
  const all = fits.filter(({ had: matchCount }) => matchCount === terms.length);
  const inBody = all.length > 0 ? [] : textsSaying(texts, terms);
  const part = inPart
    ? fits.filter(({ titled, had: matchCount }) => titled > 0 && matchCount * 2 >= terms.length)
    : [];
  const rank = ({ isIt, isTitled }: TextMatch<Key>) => Number(isIt) * 2 + Number(isTitled);
  const found = all.length > 0 ? all : inBody.length > 0 ? inBody : part.sort((a, b) => b.had - a.had);
  return found.sort((a, b) => rank(b) - rank(a));
}

function textsSaying<Key>(
  texts: readonly IndexedText<Key>[],
  terms: readonly SearchTerm[],
): TextMatch<Key>[] {
  const mentions = (text: IndexedText<Key>, term: SearchTerm) =>
    has(text.title, term) ||
    has(text.summary, term) ||
    term.alternatives.some(
      (one) => one.isMainWord && one.stems.every((stem) => text.body.includes(` ${stem} `)),
    );
  return texts
    .filter((text) => terms.every((term) => mentions(text, term)))
    .map(({ key }) => ({ key, isIt: false, isTitled: false }));
}

function has(text: StemmedText, { alternatives }: SearchTerm): boolean {
  return alternatives.some((one) => !one.isColour && hasAll(text, one));
}

function hasAll(text: StemmedText, { words, stems, isMainWord }: Alternative): boolean {
  return words.every(
    (word, at) =>
      text.stems.includes(stems[at]!) || (isMainWord && text.words.some((other) => other.startsWith(word))),
  );
}

/** Returns whether the title contains no words other than the search words and filler words. */
function isWhole(
  { words, stems }: StemmedText,
  terms: readonly SearchTerm[],
  language: StemLanguage | null,
): boolean {
  const queryStems = new Set(terms.flatMap(({ alternatives }) => alternatives.flatMap((one) => one.stems)));
  return words.every((word, at) => queryStems.has(stems[at]!) || isFiller(word, language));
}

/** Returns the words of the texts as a vocabulary for parsing a search. */
export function textVocabulary(
  texts: readonly IndexedText<unknown>[],
  language: StemLanguage | null,
): Vocabulary {
  const parts = texts.flatMap(({ title, summary }) => [title, summary]);
  return {
    knows: (word) => {
      const stem = stemWord(word, language);
      return (
        texts.some(({ body }) => body.includes(` ${stem} `)) ||
        parts.some((part) => part.stems.includes(stem) || part.words.some((other) => other.startsWith(word)))
      );
    },
    knowsWhole: (word) => texts.some(({ title }) => title.stems.includes(stemWord(word, language))),
    eachWord: (visit) => {
      for (const { title } of texts) {
        for (const [at, word] of title.words.entries()) {
          visit({
            word,
            spelling: title.spellings[at]!,
            letters: letterBits(word),
            isName: true,
            count: 1,
          });
        }
      }
    },
  };
}
