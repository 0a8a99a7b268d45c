/** Finds the option values that contain a search word or another inflected form of it. */
import { optionValueKey } from '../catalog/requested-variant.ts';
import { type StemLanguage, stemWord } from './stemmers.ts';
import { tokenize } from './tokenizer.ts';

type Named = Map<string, number>;

export class OptionWordIndex {
  readonly #byWord = new Map<string, Named>();
  /** Option values by language and stem, because options may be written in any of the shop's languages. */
  readonly #byStem = new Map<string, Named>();
  readonly #languages: readonly StemLanguage[];

  /** @param languages languages whose inflected forms match */
  constructor(languages: readonly StemLanguage[]) {
    this.#languages = languages;
  }

  /** Adds an option value; adding the same value again has no effect. */
  learn(option: string, value: string): void {
    const words = tokenize(value);
    const key = optionValueKey(option, value);
    for (const word of words) {
      note(this.#byWord, word, key, words.length);
      for (const stem of this.#stemsOf(word)) note(this.#byStem, stem, key, words.length);
    }
  }

  /**
   * Returns the option values that contain the word or an inflected form of it: `oats` matches `oat`.
   * @returns the number of words in each value, by `optionValueKey`; empty if no value matches
   */
  namedBy(word: string): ReadonlyMap<string, number> {
    const found = [this.#byWord.get(word), ...this.#stemsOf(word).map((stem) => this.#byStem.get(stem))];
    return new Map(found.flatMap((named) => [...(named ?? [])]));
  }

  #stemsOf(word: string): string[] {
    return this.#languages.map((language) => `${language} ${stemWord(word, language)}`);
  }
}

function note(index: Map<string, Named>, word: string, key: string, length: number): void {
  const named = index.get(word);
  if (named) named.set(key, length);
  else index.set(word, new Map([[key, length]]));
}
