/**
 * Texts of the product page's overlays, in the page's language. They are not part of the page: except in English, they load
 * together with the overlay (I18N-01).
 */
import { $texts, loadTexts } from '#client/stores/texts.ts';
import { createTexts } from '#lib/messages/format.ts';
import { productTexts } from '#lib/messages/product.ts';

/** Overlay texts, translated once `whenTextsReady()` has resolved; English until then, and if loading fails (I18N-03). */
export const overlayTexts = createTexts(productTexts);

/** Resolves when `overlayTexts` is in the page's language. Never rejects. */
export async function whenTextsReady(): Promise<void> {
  await loadTexts();
  Object.assign(overlayTexts, createTexts(productTexts, $texts.get() ?? {}));
}
