import type { TextsOf } from '#lib/messages/format.ts';
import { orderPageTexts } from '../order/texts.ts';
import { checkoutPageTexts } from './texts.ts';

export const resultPageTexts = { ...checkoutPageTexts, ...orderPageTexts } as const;
export type ResultTexts = TextsOf<typeof resultPageTexts>;
