import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { popupTexts } from '#lib/messages/popups.ts';

/** A popup's texts besides the merchant's own. */
export const popupUiTexts = { ...defaultTexts, ...popupTexts, copySuccess: additionalTexts.copySuccess };

export type PopupTexts = TextsOf<typeof popupUiTexts>;
