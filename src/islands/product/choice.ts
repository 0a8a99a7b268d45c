/** What the form's controls say is chosen. The controls are the only state, so the variant added is the one on screen. */

import { withWords } from '#client/product/with-words.ts';
import type { CustomizedOption } from '#lib/bag/line.ts';
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

/** Customised options that are shown, with the values chosen (R57); waits for an image that is being uploaded. */
export async function chosenCustomisation(
  form: HTMLFormElement,
  product: ProductData,
): Promise<CustomizedOption[]> {
  const fields = new FormData(form);
  const chosen: CustomizedOption[] = [];
  for (const option of product.custom_options.filter((entry) => isShown(entry.name, fields, product))) {
    for (const entry of fields.getAll(fieldName(option.name))) {
      const value = typeof entry === 'string' ? entry.trim() : await uploaded(form, option.name);
      if (value === '') continue;
      const { type, name, price, show_rule, others } = option;
      const added = option.values.find((known) => known.value === value)?.price ?? 0;
      chosen.push({
        type,
        name,
        value,
        price: price + added,
        ...(show_rule && { show_rule }),
        ...(others && { others }),
      });
    }
  }
  return chosen;
}

async function uploaded(form: HTMLFormElement, name: string): Promise<string> {
  const field = fieldOf(form, fieldName(name));
  return field ? (await withWords(() => import('./uploads.ts'))).uploadedAddress(field) : '';
}

/** What the chosen customisation adds to the price, for display; the server reckons it again. */
export function customPrice(form: HTMLFormElement, product: ProductData): number {
  const fields = new FormData(form);
  return product.custom_options
    .filter((option) => isShown(option.name, fields, product))
    .reduce((sum, option) => {
      const values = fields
        .getAll(fieldName(option.name))
        .filter((entry) => (typeof entry === 'string' ? entry.trim() !== '' : entry.size > 0));
      const added = option.values
        .filter((known) => values.includes(known.value))
        .reduce((all, known) => all + known.price, 0);
      return values.length > 0 ? sum + option.price + added : sum;
    }, 0);
}

/** The first field of that name that can be used. */
export function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  return fieldsOf(form).find((field) => field.name === name && !field.disabled);
}

/** The form's own button: what buys when no other is pressed. */
export function submitOf(form: HTMLFormElement): HTMLInputElement | undefined {
  return fieldsOf(form).find(({ type }) => type === 'submit');
}

/** All have a name, a type and a state; what else they have says their type. */
function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements] as HTMLInputElement[];
}

export function fieldName(name: string): string {
  return `custom-${name}`;
}

/** show_rule: shown only while the option it depends on is shown and has that value. */
export function isShown(name: string, fields: FormData, product: ProductData, depth = 0): boolean {
  const rule = product.custom_options.find((option) => option.name === name)?.show_rule;
  if (!rule) return true;
  const isOn = fields.getAll(fieldName(rule.dependOn)).includes(rule.value);
  return isOn && depth < product.custom_options.length && isShown(rule.dependOn, fields, product, depth + 1);
}
