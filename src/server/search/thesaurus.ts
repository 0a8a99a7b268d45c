/** Indexes the merchant's synonyms for lookup. */
import { letterBits } from './edit-distance.ts';
import type { Candidate } from './nearest-word.ts';
import { type StemLanguage, stemLanguage, stemWord } from './stemmers.ts';
import { type LanguageSynonyms, phraseKey, type SynonymSettings } from './synonyms.ts';
import { tokenize } from './tokenizer.ts';

/** A synonym of a search word or phrase, or a substitute for it. */
export interface Synonym {
  /** Folded words; a product must contain all of them. */
  words: readonly string[];
  /**
   * Whether the words are a colour name. Colour names do not match in descriptions, where they usually mean something else (clay,
   * rust).
   */
  isColour: boolean;
  /** Whether this is a different product to offer instead (`finds`), rather than another name for the same product. */
  isSubstitute: boolean;
}

/** Index of the synonyms in one language. */
export class SynonymIndex {
  readonly popular: readonly string[];
  /** Number of words in the longest phrase. */
  readonly maxPhraseWords: number;
  /** Single words that have synonyms, as candidates for corrections and completions. */
  readonly candidates: Candidate[] = [];
  readonly #stems: StemLanguage | null;
  readonly #synonyms = new Map<string, Synonym[]>();
  readonly #byStem = new Map<string, string>();

  constructor(lang: string, { same, finds, colours, popular }: LanguageSynonyms) {
    this.popular = popular;
    this.#stems = stemLanguage(lang);
    const named = [
      ...same.flatMap((group) => group.map((one) => [one, group.filter((other) => other !== one), {}])),
      ...Object.entries(finds).map(([one, others]) => [one, others, { isSubstitute: true }]),
      ...Object.entries(colours).map(([one, others]) => [one, others, { isColour: true }]),
    ] as [string, string[], Partial<Synonym>][];
    for (const [one, others, kind] of named) this.#note(one, others, kind);
    // All words in a `same` group share the `finds` and `colours` entries of each word.
    for (const group of same) {
      const found = Object.entries({ ...finds, ...colours }).filter(([one]) =>
        group.some((other) => keyOf(other) === keyOf(one)),
      );
      for (const [one, others] of found) {
        const rest = group.filter((other) => keyOf(other) !== keyOf(one));
        const isColour = Object.hasOwn(colours, one);
        for (const other of rest) this.#note(other, others, { isColour, isSubstitute: !isColour });
      }
    }
    this.maxPhraseWords = Math.max(1, ...Array.from(this.#synonyms.keys(), (key) => key.split(' ').length));
  }

  /**
   * Returns the synonyms of a word or phrase.
   * @param words folded
   * @returns null if neither the words nor their other inflected forms have synonyms
   */
  find(words: readonly string[]): readonly Synonym[] | null {
    const key = phraseKey(words);
    return (
      this.#synonyms.get(key) ?? this.#synonyms.get(this.#byStem.get(this.#stemmed(words)) ?? '') ?? null
    );
  }

  /** Returns the words with synonyms that begin with `typed`, shortest first. */
  startingWith(typed: string): string[] {
    const found = this.candidates.filter(({ word }) => word.startsWith(typed)).map(({ word }) => word);
    return found.sort((a, b) => a.length - b.length);
  }

  #note(one: string, others: readonly string[], kind: Partial<Synonym>): void {
    const words = tokenize(one);
    const key = phraseKey(words);
    const synonyms = this.#synonyms.get(key) ?? [];
    if (synonyms.length === 0) {
      this.#synonyms.set(key, synonyms);
      const stem = this.#stemmed(words);
      if (!this.#byStem.has(stem)) this.#byStem.set(stem, key);
      if (words.length === 1) {
        this.candidates.push({
          word: key,
          spelling: one.toLowerCase(),
          letters: letterBits(key),
          isName: true,
          count: 1,
        });
      }
    }
    synonyms.push(
      ...others.map((other) => ({ isColour: false, isSubstitute: false, ...kind, words: tokenize(other) })),
    );
  }

  #stemmed(words: readonly string[]): string {
    return phraseKey(words.map((word) => stemWord(word, this.#stems)));
  }
}

const keyOf = (text: string) => phraseKey(tokenize(text));

export type Thesaurus = ReadonlyMap<string, SynonymIndex>;

export function makeThesaurus(settings: SynonymSettings): Thesaurus {
  return new Map(
    Object.entries(settings).map(([lang, synonyms]) => [lang, new SynonymIndex(lang, synonyms)]),
  );
}
