/**
 * The words of what opens or is fetched on a product's page, in the page's language. They are no part of the page: who
 * reads it in another language than the table's has them fetched with the part that says them (I18N-01).
 */
import { $texts, textsReady } from '#client/stores/texts.ts';
import { createTexts } from '#lib/messages/format.ts';
import { productTexts } from '#lib/messages/product.ts';

/** Right once `whenTextsReady()` has come; until then, and where they cannot be had, English (I18N-03). */
export const words = createTexts(productTexts);

/** Resolves when `words` are of the page's language. Never rejects. */
export async function whenTextsReady(): Promise<void> {
  await textsReady();
  Object.assign(words, createTexts(productTexts, $texts.get() ?? {}));
}
