import { dayWords } from '../delivery/arrival-days.ts';
import type { Texts } from '../messages/default.ts';
import type { WordsOf } from '../messages/format.ts';
import type { pageTexts } from '../messages/pages.ts';

/**
 * What a pre-sale product's page says of its day, and that it is bought beside the bag (R33).
 * @param shipsOn `YYYY-MM-DD`, nothing where nobody said
 * @param lang of the page, BCP 47
 * @returns words of the button and of the line above it
 */
export function preOrderWords(
  texts: WordsOf<typeof pageTexts> & Pick<Texts, 'preOrder'>,
  shipsOn: string | null | undefined,
  lang: string,
): { label: string; hint: string } {
  if (!shipsOn) return { label: texts.preOrder, hint: texts.preOrderHint };
  const date = dayWords(shipsOn, lang);
  return { label: texts.text('preOrderFrom', { date }), hint: texts.text('preOrderFromHint', { date }) };
}
