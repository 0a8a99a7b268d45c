/** Customised options (R57): their fields are the server's own markup inside the form. */
import { lostMessage } from '#client/announce.ts';
import { withWords } from '#client/product/with-words.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { CustomOptionData } from '#lib/contract/product.ts';
import { smallUrl } from '#lib/media/upload.ts';
import type { ProductData } from './product-data.ts';

/** Uploads and the design, fetched only for a product that is customised. */
export const loadCustomisation = () => withWords(() => import('./Customisation.tsx'));

/** The name of an option's fields. */
export function fieldName(name: string): string {
  return `custom-${name}`;
}

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

const priceOf = ({ values }: CustomOptionData, chosen: string | File) =>
  values.find(({ value }) => value === chosen)?.price ?? 0;

/** What the chosen customisation adds to the price, for display; the server reckons it again. */
export function customPrice(form: HTMLFormElement, product: ProductData): number {
  return chosenOptions(form, product)
    .filter(({ values }) => values.length > 0)
    .reduce(
      (sum, { option, values }) =>
        values.reduce((all, value) => all + priceOf(option, value), sum + option.price),
      0,
    );
}

/**
 * The line as it is customised, with the pictures that belong to it kept; its own picture is the design, where there is one
 * (PDP-24, PDP-29). @throws Error with words for the shopper
 */
export async function customisedLine(
  form: HTMLFormElement,
  product: ProductData,
  line: NewLine,
): Promise<NewLine> {
  const kept = await loadCustomisation()
    .catch(loadCustomisation)
    .then(
      ({ keepPictures }) => keepPictures(form, product, line.sku_id),
      // Without the design's picture what is written and chosen is as valid.
      () => null,
    );
  const customizedOptions = chosenOptions(form, product).flatMap(({ option, values }) =>
    values.map((chosen) => {
      const { type, name, price, show_rule, others } = option;
      const value = typeof chosen === 'string' ? chosen : kept?.own.get(fieldName(name));
      if (!value) throw new Error(lostMessage());
      return {
        ...{ type, name, value, price: price + priceOf(option, chosen) },
        ...(show_rule && { show_rule }),
        ...(others && { others }),
      };
    }),
  );
  const extra = customizedOptions.reduce((sum, { price }) => sum + price, 0);
  return {
    ...line,
    customizedOptions,
    price: Math.round((line.price + extra) * 100) / 100,
    ...(kept?.design && { customizedCompositeImage: kept.design, image: smallUrl(kept.design) }),
  };
}
