/** What still stands in the way of buying. */
import type { Words } from '#lib/bag/shop-words.ts';
import { chosenRow, chosenValues, fieldName, fieldOf, isShown } from './choice.ts';
import type { ProductData } from './product-data.ts';

export interface Problem {
  message: string;
  /** Gets the focus. */
  field: HTMLElement | undefined;
}

export function problemOf(form: HTMLFormElement, product: ProductData, words: Words): Problem | null {
  const missing = chosenValues(form, product).findIndex((value) => value < 0);
  if (missing >= 0) {
    const field = fieldOf(form, `option-${missing}`);
    return { message: words.text('selectOptions', { options: product.options[missing]?.name ?? '' }), field };
  }
  const row = chosenRow(form, product);
  if (row === -1) return { message: words.text('tailorUpdated'), field: undefined };
  const quantity = fieldOf(form, 'quantity');
  const left = product.left?.get(product.variants.sku_id[row] ?? 0) ?? Number.POSITIVE_INFINITY;
  if (quantity && left > 0 && quantity.valueAsNumber > left)
    return { message: words.text('fewLeft', { count: left }), field: quantity };
  const fields = new FormData(form);
  for (const option of product.custom_options) {
    const values = fields.getAll(fieldName(option.name));
    const isBlank = values.every((entry) =>
      typeof entry === 'string' ? entry.trim() === '' : entry.size === 0,
    );
    if (option.required && isBlank && isShown(option.name, fields, product)) {
      const field = fieldOf(form, fieldName(option.name));
      return { message: words.text('requiredMsg', { name: option.label }), field };
    }
  }
  return null;
}
