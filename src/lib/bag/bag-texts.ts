/** Texts of the bag's contents: the texts that every island has, plus the bag's own table. */
import { bagTexts } from '../messages/bag.ts';
import { defaultTexts } from '../messages/default.ts';
import { hintText, type OwnTexts, type Says, textIn } from '../messages/format.ts';
import type { Words } from './shop-texts.ts';

type Table = typeof defaultTexts & typeof bagTexts;

export interface BagWords extends Omit<Words, 'text'>, Says<Table> {
  /** Texts of a component that brings its own table. */
  of<Own extends OwnTexts>(table: Own): Says<Own>['text'];
  /** A promotion's message, in the page's language if it is one of the shop's standard sentences (R68). */
  hint(said: Parameters<typeof hintText>[0]): string;
}

/** @param own texts that differ in the page's language */
export function bagWords(words: Words, own: OwnTexts): BagWords {
  return {
    ...words,
    text: textIn({ ...defaultTexts, ...bagTexts }, own),
    of: (table) => textIn(table, own),
    hint: (hint) => hintText(hint, own),
  };
}
