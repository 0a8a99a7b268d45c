/** What the form of a customised product needs besides: uploads, the design's live picture, and the line with both (R57). */

import { withWords } from '#client/product/with-words.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { chosenCustomisation } from './choice.ts';
import { customisedLine } from './chosen-line.ts';
import type { Composite } from './composite.ts';
import { isDesigned } from './design.ts';
import type { ProductData } from './product-data.ts';

/** Wakes uploads and the design. @returns the design of a product that has one; null where it could not be fetched */
export async function prepareCustomisation(
  form: HTMLFormElement,
  product: ProductData,
  signal: AbortSignal,
): Promise<Composite | null> {
  const files = form.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (files.length > 0) {
    const { mountUploadField } = await withWords(() => import('./upload-field.ts'));
    const tell = () => form.dispatchEvent(new Event('change'));
    for (const field of files) mountUploadField(field, signal, tell);
  }
  const place = form.querySelector('#stock');
  if (!isDesigned(product.custom_options) || !place) return null;
  try {
    const design = (await withWords(() => import('./composite.ts'))).mountComposite(form, product, place);
    form.addEventListener('input', design.update, { signal });
    return design;
  } catch {
    // Without its picture the customisation is as valid.
    return null;
  }
}

/** The line as it is customised. @throws Error with words for the shopper */
export async function customised(
  form: HTMLFormElement,
  product: ProductData,
  line: NewLine,
  composite: Composite | null,
): Promise<NewLine> {
  const options = await chosenCustomisation(form, product);
  return customisedLine(line, options, (await composite?.store()) ?? '');
}
