/** The words of the bag's contents: those every island has, and the bag's own table. */
import { bagTexts } from '../messages/bag.ts';
import { defaultTexts } from '../messages/default.ts';
import { hintText, type OwnTexts, type Says, textIn } from '../messages/format.ts';
import type { Words } from './shop-texts.ts';

type Table = typeof defaultTexts & typeof bagTexts;

export interface BagWords extends Omit<Words, 'text'>, Says<Table> {
  /** The words of a part that brings a table of its own. */
  of<Own extends OwnTexts>(table: Own): Says<Own>['text'];
  /** What a promotion says, in the page's language where it is a sentence of ours (R68). */
  hint(said: Parameters<typeof hintText>[0]): string;
}

/** @param own what the page's language changes */
export function bagWords(words: Words, own: OwnTexts): BagWords {
  return {
    ...words,
    text: textIn({ ...defaultTexts, ...bagTexts }, own),
    of: (table) => textIn(table, own),
    hint: (hint) => hintText(hint, own),
  };
}
