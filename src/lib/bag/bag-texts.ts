/** Texts of the bag: the default texts of all islands, plus the bag's own table of texts. */
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
  /** Returns the translate function for a component's own table of texts. */
  of<Own extends CustomTexts>(table: Own): Translator<Own>['text'];
  /** Returns a promotion's message, translated if it is one of the shop's standard sentences (R68). */
  hint(hint: Parameters<typeof formatPromotionMessage>[0]): string;
}

/**
 * Creates the texts of the bag.
 * @param customTexts texts of the page's language that differ from the English defaults
 */
export function createBagTexts(texts: ShopTexts, customTexts: CustomTexts): BagTexts {
  return {
    ...texts,
    text: createTranslate({ ...defaultTexts, ...bagTexts }, customTexts),
    of: (table) => createTranslate(table, customTexts),
    hint: (hint) => formatPromotionMessage(hint, customTexts),
  };
}
