/** What the form's controls say is chosen. The controls are the only state, so the variant added is the one on screen. */
import { findRow } from '#lib/catalog/variant-table.ts';
import type { ProductData } from './product-data.ts';

/** Position of the chosen value in each option, -1 while none is. */
export function chosenValues(form: HTMLFormElement, product: ProductData): number[] {
  if (product.noOptions) return product.variants.choice[0] ?? [];
  const fields = new FormData(form);
  return product.options.map((_, index) => Number(fields.get(`option-${index}`) ?? -1));
}

/** Row of the chosen variant, -1 for none. */
export function chosenRow(form: HTMLFormElement, product: ProductData): number {
  return findRow(product.variants, chosenValues(form, product));
}

/** The form's own button: what buys when no other is pressed. */
export function submitOf(form: HTMLFormElement): HTMLButtonElement | undefined {
  return ([...form.elements] as HTMLButtonElement[]).find(({ type }) => type === 'submit');
}
