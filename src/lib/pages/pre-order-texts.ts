import { formatDay } from '../delivery/format-delivery-estimate.ts';
import type { DefaultTexts } from '../messages/default.ts';
import type { TextsOf } from '../messages/format.ts';
import type { pageTexts } from '../messages/pages.ts';

/**
 * Returns the texts of a pre-order (R33): the label of its button, and the line above with the shipping day.
 * @param shipsOn `YYYY-MM-DD`, empty if unknown
 * @param lang language of the page, BCP 47
 */
export function describePreOrder(
  texts: TextsOf<typeof pageTexts> & Pick<DefaultTexts, 'preOrder'>,
  shipsOn: string | null | undefined,
  lang: string,
): { label: string; hint: string } {
  if (!shipsOn) return { label: texts.preOrder, hint: texts.preOrderHint };
  const date = formatDay(shipsOn, lang);
  return { label: texts.text('preOrderFrom', { date }), hint: texts.text('preOrderFromHint', { date }) };
}
