import type { TextsOf } from '#lib/messages/format.ts';
import { orderTable } from '../order/texts.ts';
import { checkoutTable } from './texts.ts';

export const resultTable = { ...checkoutTable, ...orderTable } as const;
export type ResultTexts = TextsOf<typeof resultTable>;
