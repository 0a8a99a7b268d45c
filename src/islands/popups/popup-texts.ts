import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { popupTexts } from '#lib/messages/popups.ts';

/** Built-in texts of popups, in addition to the merchant's texts. */
export const popupUiTexts = { ...defaultTexts, ...popupTexts, copySuccess: additionalTexts.copySuccess };

export type PopupTexts = TextsOf<typeof popupUiTexts>;
