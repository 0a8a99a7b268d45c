/** Reads and updates the fields of customised options (R57), which the server renders inside the product form. */
import type { CustomOptionData } from '#lib/contract/product.ts';
import type { ProductData } from './product-data.ts';

export function customFieldName(name: string): string {
  return `custom-${name}`;
}

/** An error that prevents the product form from being submitted. */
export interface BuyFormError {
  message: string;
  /** Field that is marked as invalid; the first invalid field gets focus. */
  field?: HTMLInputElement | undefined;
  /** Name of the customised option that displays the message; if omitted, the message is displayed below the buttons. */
  option?: string;
}

/** Returns the element id of a customised option's error message. */
export const optionErrorId = (option: string) => `${customFieldName(option)}-missing`;

/**
 * Returns whether an option is visible: an option with a `show_rule` is visible only while the option in `dependOn` is visible and
 * has the rule's value.
 */
function isShown(name: string, fields: FormData, product: ProductData, depth = 0): boolean {
  const rule = product.custom_options.find((option) => option.name === name)?.show_rule;
  if (!rule) return true;
  const isOn = fields.getAll(customFieldName(rule.dependOn)).includes(rule.value);
  return isOn && depth < product.custom_options.length && isShown(rule.dependOn, fields, product, depth + 1);
}

/** Hides options according to their `show_rule`, and disables the fields of hidden options (PDP-27). */
export function updateOptionVisibility(form: HTMLFormElement, product: ProductData): void {
  for (const field of form.elements) {
    const group = field.matches('input,select') && field.closest<HTMLElement>('[data-custom]');
    if (!group) continue;
    const isOn = isShown(group.dataset.custom ?? '', new FormData(form), product);
    group.hidden = !isOn;
    (field as HTMLInputElement).disabled = !isOn;
  }
}

/** Returns the visible customised options in the product's order, each with its non-blank values. */
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

/** Returns the surcharge of a chosen value, which is added to the price of its option. */
export const valueSurcharge = ({ values }: CustomOptionData, chosen: string | File) =>
  values.find(({ value }) => value === chosen)?.price ?? 0;

/** Adds up amounts from the API, which have at most 2 decimals, as integer hundredths. */
export function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

/** Returns the surcharge for the customisation, for display only; the server calculates it again. */
export function customisationSurcharge(form: HTMLFormElement, product: ProductData): number {
  const amounts = chosenOptions(form, product)
    .filter(({ values }) => values.length > 0)
    .flatMap(({ option, values }) => [option.price, ...values.map((value) => valueSurcharge(option, value))]);
  return sumAmounts(amounts);
}
