import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import type { WordsOf } from '#lib/messages/format.ts';
import { popupTexts } from '#lib/messages/popups.ts';

/** What a popup says beside the merchant's words. */
export const popupTable = { ...defaultTexts, ...popupTexts, copySuccess: quietTexts.copySuccess };

export type PopupWords = WordsOf<typeof popupTable>;
