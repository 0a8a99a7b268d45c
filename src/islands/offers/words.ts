/** The words of a page's offers: the table, what the page's language changes of it, and how hints are said. */
import type { IslandShop } from '#lib/bag/shop-words.ts';
import { hintText } from '#lib/marketing/hint-text.ts';
import { offerTexts } from '#lib/texts/offers.ts';

type Key = keyof typeof offerTexts;

export interface OfferWords {
  text(key: Key): string;
  /** A promotion's sentence. */
  hint(hint: { desc: string; params: readonly (string | number)[] }): string;
}

/**
 * @param place says in `data-texts` what the page's language changes
 * @param shop knows how promotions are said in it
 */
export function offerWords(place: HTMLElement | null, { texts }: Pick<IslandShop, 'texts'>): OfferWords {
  const changed: Record<string, string> = JSON.parse(place?.dataset.texts ?? '{}');
  return {
    text: (key) => changed[key] ?? offerTexts[key],
    hint: (hint) => hintText(hint, texts),
  };
}
