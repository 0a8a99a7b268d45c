/** Customised options (R57): the server renders their fields inside the form. */
import type { CustomOptionData } from '#lib/contract/product.ts';
import type { ProductData } from './product-data.ts';

export function customFieldName(name: string): string {
  return `custom-${name}`;
}

/** A reason why the form cannot be submitted. */
export interface BuyFormError {
  message: string;
  /** Field that is marked as invalid; the first one gets the focus. */
  field?: HTMLInputElement | undefined;
  /** Customised option that shows the message; without one it is shown below the buttons. */
  option?: string;
}

/** Returns the id of a customised option's error. */
export const optionErrorId = (option: string) => `${customFieldName(option)}-missing`;

/** show_rule: shown only while the option it depends on is shown and has that value. */
function isShown(name: string, fields: FormData, product: ProductData, depth = 0): boolean {
  const rule = product.custom_options.find((option) => option.name === name)?.show_rule;
  if (!rule) return true;
  const isOn = fields.getAll(customFieldName(rule.dependOn)).includes(rule.value);
  return isOn && depth < product.custom_options.length && isShown(rule.dependOn, fields, product, depth + 1);
}

/** Hides options by their show_rule, and disables their fields (PDP-27). */
export function updateOptionVisibility(form: HTMLFormElement, product: ProductData): void {
  for (const field of form.elements) {
    const group = field.matches('input,select') && field.closest<HTMLElement>('[data-custom]');
    if (!group) continue;
    const isOn = isShown(group.dataset.custom ?? '', new FormData(form), product);
    group.hidden = !isOn;
    (field as HTMLInputElement).disabled = !isOn;
  }
}

/** Returns the visible options in the product's order, each with its chosen values, without blank ones. */
export function chosenOptions(
  form: HTMLFormElement,
  product: ProductData,
): { option: CustomOptionData; values: (string | File)[] }[] {
  const fields = new FormData(form);
  const chosen = ({ name }: CustomOptionData) =>
    fields
      .getAll(customFieldName(name))
      .map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
      .filter((entry) => (typeof entry === 'string' ? entry !== '' : entry.size > 0));
  return product.custom_options
    .filter(({ name }) => isShown(name, fields, product))
    .map((option) => ({ option, values: chosen(option) }));
}

/** Returns whether the shopper has customised the product. */
export function isCustomised(form: HTMLFormElement, product: ProductData): boolean {
  return chosenOptions(form, product).some(({ values }) => values.length > 0);
}

/** Returns what a chosen value adds to its option's price. */
export const valueSurcharge = ({ values }: CustomOptionData, chosen: string | File) =>
  values.find(({ value }) => value === chosen)?.price ?? 0;

/** Adds amounts of the API, which have at most 2 decimals, as whole hundredths. */
export function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

/** Returns what the customisation adds to the price, for display; the server calculates it again. */
export function customisationSurcharge(form: HTMLFormElement, product: ProductData): number {
  const amounts = chosenOptions(form, product)
    .filter(({ values }) => values.length > 0)
    .flatMap(({ option, values }) => [option.price, ...values.map((value) => valueSurcharge(option, value))]);
  return sumAmounts(amounts);
}
