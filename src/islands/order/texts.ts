import { defaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { orderSummaryTexts, orderTexts } from '#lib/messages/order.ts';
import { useTexts } from '../use-texts.ts';

export const orderPageTexts = { ...defaultTexts, ...orderSummaryTexts, ...orderTexts } as const;

export type OrderTexts = TextsOf<typeof orderPageTexts>;

/** Returns the order texts in the page's language. */
export function usePageTexts(): OrderTexts {
  return useTexts(orderPageTexts);
}
