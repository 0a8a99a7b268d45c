/** Customised options (R57): their fields are the server's own markup inside the form. */
import type { CustomOptionData } from '#lib/contract/product.ts';
import type { ProductData } from './product-data.ts';

/** The name of an option's fields. */
export function fieldName(name: string): string {
  return `custom-${name}`;
}

/** Why the form cannot be sent. */
export interface Problem {
  message: string;
  /** The field it is said of; the first of all gets the focus. */
  field?: HTMLInputElement | undefined;
  /** Name of the customised option it is said at; of others it is said below the buttons. */
  option?: string;
}

/** Id of what is said at a customised option. */
export const missingId = (option: string) => `${fieldName(option)}-missing`;

/** show_rule: shown only while the option it depends on is shown and has that value. */
function isShown(name: string, fields: FormData, product: ProductData, depth = 0): boolean {
  const rule = product.custom_options.find((option) => option.name === name)?.show_rule;
  if (!rule) return true;
  const isOn = fields.getAll(fieldName(rule.dependOn)).includes(rule.value);
  return isOn && depth < product.custom_options.length && isShown(rule.dependOn, fields, product, depth + 1);
}

/** Options hidden by their show_rule take no part: their fields are disabled too (PDP-27). */
export function showCustomOptions(form: HTMLFormElement, product: ProductData): void {
  for (const field of form.elements) {
    const group = field.matches('input,select') && field.closest<HTMLElement>('[data-custom]');
    if (!group) continue;
    const isOn = isShown(group.dataset.custom ?? '', new FormData(form), product);
    group.hidden = !isOn;
    (field as HTMLInputElement).disabled = !isOn;
  }
}

/** The options that are shown, in the product's order, each with what is chosen for it: nothing that is blank. */
export function chosenOptions(
  form: HTMLFormElement,
  product: ProductData,
): { option: CustomOptionData; values: (string | File)[] }[] {
  const fields = new FormData(form);
  const chosen = ({ name }: CustomOptionData) =>
    fields
      .getAll(fieldName(name))
      .map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
      .filter((entry) => (typeof entry === 'string' ? entry !== '' : entry.size > 0));
  return product.custom_options
    .filter(({ name }) => isShown(name, fields, product))
    .map((option) => ({ option, values: chosen(option) }));
}

/** Whether anything is chosen that makes it a piece of the shopper's own. */
export function isCustomised(form: HTMLFormElement, product: ProductData): boolean {
  return chosenOptions(form, product).some(({ values }) => values.length > 0);
}

/** What a chosen value adds to its option's price. */
export const priceOf = ({ values }: CustomOptionData, chosen: string | File) =>
  values.find(({ value }) => value === chosen)?.price ?? 0;

/** The sum of amounts of the wire, which have at most 2 decimals: added as whole hundredths. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

/** What the chosen customisation adds to the price, for display; the server reckons it again. */
export function customPrice(form: HTMLFormElement, product: ProductData): number {
  const amounts = chosenOptions(form, product)
    .filter(({ values }) => values.length > 0)
    .flatMap(({ option, values }) => [option.price, ...values.map((value) => priceOf(option, value))]);
  return sumOf(amounts);
}
