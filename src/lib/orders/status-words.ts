import type { boughtTexts } from '../messages/order.ts';

/** A status in the page's language; the wire says it in English. @param status number of R61 */
export function statusWords(
  status: number | undefined,
  texts: Readonly<Record<keyof typeof boughtTexts, string>>,
): string {
  return texts[`status${status}` as keyof typeof boughtTexts] ?? texts.statusUnknown;
}
