/** Which option values a word of a search names: each value by its words, and by what they are inflections of. */
import { pairKey } from '../catalog/wish.ts';
import { rootsOf, searchWords } from './tokenizer.ts';

type Named = Map<string, number>;

export class OptionWords {
  readonly #byWord = new Map<string, Named>();
  readonly #byRoot = new Map<string, Named>();

  /** Takes in one value; the same again does no harm. */
  learn(option: string, value: string): void {
    const words = searchWords(value);
    const key = pairKey(option, value);
    for (const word of words) {
      note(this.#byWord, word, key, words.length);
      for (const root of rootsOf(word)) note(this.#byRoot, root, key, words.length);
    }
  }

  /**
   * The values that have the word, the word without its ending, or the word with one: `oats` and `oat` are the same.
   * @returns how many words each value has, by `pairKey`; empty for a word that names none
   */
  namedBy(word: string): ReadonlyMap<string, number> {
    const found = [this.#byWord.get(word), this.#byRoot.get(word)];
    for (const root of rootsOf(word)) found.push(this.#byWord.get(root));
    return new Map(found.flatMap((named) => [...(named ?? [])]));
  }
}

function note(words: Map<string, Named>, word: string, key: string, length: number): void {
  const named = words.get(word);
  if (named) named.set(key, length);
  else words.set(word, new Map([[key, length]]));
}
