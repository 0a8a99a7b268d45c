/** The words of a page's offers: the table, what the page's language changes of it, and how hints are said. */
import type { IslandShop } from '#lib/bag/shop-words.ts';
import { hintText } from '#lib/marketing/hint-text.ts';
import { offerTexts } from '#lib/texts/offers.ts';
import type { LinesPrice } from './price-lines.ts';

type Key = keyof typeof offerTexts;

/** What the page's language says otherwise. */
export type ChangedOfferTexts = Partial<Record<Key, string>>;

export interface OfferWords {
  text(key: Key): string;
  /** A promotion's sentence, '' for none. */
  hint(hint: LinesPrice['hint']): string;
}

/** @param shop knows how promotions are said in the page's language */
export function offerWords(changed: ChangedOfferTexts, { texts }: Pick<IslandShop, 'texts'>): OfferWords {
  return {
    text: (key) => changed[key] ?? offerTexts[key],
    hint: (hint) => (hint ? hintText(hint, texts) : ''),
  };
}
