/** Texts of the bag's contents: the texts that every island has, plus the bag's own table. */
import { bagTexts } from '../messages/bag.ts';
import { defaultTexts } from '../messages/default.ts';
import {
  type CustomTexts,
  createTranslate,
  formatPromotionMessage,
  type Translator,
} from '../messages/format.ts';
import type { ShopTexts } from './shop-texts.ts';

type Table = typeof defaultTexts & typeof bagTexts;

export interface BagTexts extends Omit<ShopTexts, 'text'>, Translator<Table> {
  /** Texts of a component that brings its own table. */
  of<Own extends CustomTexts>(table: Own): Translator<Own>['text'];
  /** A promotion's message, in the page's language if it is one of the shop's standard sentences (R68). */
  hint(hint: Parameters<typeof formatPromotionMessage>[0]): string;
}

/** @param customTexts texts that differ in the page's language */
export function createBagTexts(texts: ShopTexts, customTexts: CustomTexts): BagTexts {
  return {
    ...texts,
    text: createTranslate({ ...defaultTexts, ...bagTexts }, customTexts),
    of: (table) => createTranslate(table, customTexts),
    hint: (hint) => formatPromotionMessage(hint, customTexts),
  };
}
