/** The words of the bag's contents: those every island has, and the bag's own table. */
import { fill } from '../fill.ts';
import type { TextKey } from '../text.ts';
import { type BagTextKey, bagTexts } from '../texts/bag.ts';
import type { ChangedTexts, HintKey, Words } from './shop-words.ts';

type Values = Readonly<Record<string, string | number>> | readonly (string | number)[];

export interface BagWords extends Omit<Words, 'text'> {
  text(key: TextKey | BagTextKey, values?: Values): string;
  /** The words of a part that brings a table of its own. */
  of<Key extends string>(table: Readonly<Record<Key, string>>): (key: Key, values?: Values) => string;
  /** What a promotion says, in the page's language where it is a sentence of ours (R68). */
  hint(said: { desc: string; params: readonly (string | number)[] }): string;
}

/** @param changed what the page's language changes */
export function bagWords(words: Words, changed: ChangedTexts): BagWords {
  const own = (key: BagTextKey) => changed[key] ?? bagTexts[key];
  return {
    money: words.money,
    chargedIn: words.chargedIn,
    text: (key, values = {}) =>
      key in bagTexts
        ? fill(own(key as BagTextKey), values)
        : words.text(key as TextKey, values as Record<string, string | number>),
    of:
      (table) =>
      (key, values = {}) =>
        fill((changed as Record<string, string>)[key] ?? table[key], values),
    hint: ({ desc, params }) => fill(changed[desc as HintKey] ?? desc, params),
  };
}
