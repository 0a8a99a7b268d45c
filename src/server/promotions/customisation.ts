/** Checks whether a customisation is still valid for its product, and calculates its price (R57, R94). Pure. */
import type { CustomOption } from '../catalog/records.ts';
import type { CustomisationValue } from './priced-bag.ts';

/** Maximum length of a text option's value, in characters (R57). */
export const maxTextLength = 200;

const kinds = { text: 1, image: 2, checkbox: 5 } as const;

/** Returns the values of image options as the client sent them. The caller must check that each value is an uploaded image. */
export function getImageValues(chosen: readonly CustomisationValue[]): string[] {
  return chosen.filter(({ type }) => type === kinds.image).map(({ value }) => value);
}

export interface CustomisationResult {
  /** Sent to the client as tailor_status. 1: valid; 0: the shopper must choose again (PRICE-02). */
  status: 0 | 1;
  /** Surcharge on the unit price, in minor units; 0 if `status` is 0. */
  price: number;
}

/**
 * Returns whether the shopper's choices are valid for the product's current options, and their total surcharge.
 * @param options the product's current custom options
 * @param chosen the request's tailor_req_list; a checkbox option has one entry per selected value
 * @param uploaded paths of images that shoppers uploaded
 */
export function checkCustomisation(
  options: readonly CustomOption[],
  chosen: readonly CustomisationValue[],
  uploaded: ReadonlySet<string>,
): CustomisationResult {
  const refused: CustomisationResult = { status: 0, price: 0 };
  const visible = options.filter((option) => isVisible(option, options, chosen));
  let price = 0;
  for (const option of visible) {
    const values = chosen.filter((entry) => entry.name === option.name && entry.type === option.type);
    if (values.length === 0) {
      if (option.required) return refused;
      continue;
    }
    if (values.length > 1 && option.type !== kinds.checkbox) return refused;
    price += option.price;
    for (const { value } of values) {
      const added = priceOfValue(option, value, uploaded);
      if (added === null) return refused;
      price += added;
    }
  }
  const hasOnlyVisibleOptions = chosen.every((entry) =>
    visible.some(({ name, type }) => name === entry.name && type === entry.type),
  );
  const once =
    new Set(chosen.map((entry) => JSON.stringify([entry.name, entry.value]))).size === chosen.length;
  return hasOnlyVisibleOptions && once ? { status: 1, price } : refused;
}

/** Evaluates show_rule: an option is visible only if the option it depends on is visible and has the required value. */
function isVisible(
  option: CustomOption,
  options: readonly CustomOption[],
  chosen: readonly CustomisationValue[],
  visited: readonly CustomOption[] = [],
): boolean {
  const rule = option.show_rule;
  if (!rule) return true;
  const other = options.find(({ name }) => name === rule.dependOn);
  if (!other || visited.includes(other)) return false;
  const hasValue = chosen.some((entry) => entry.name === other.name && entry.value === rule.value);
  return hasValue && isVisible(other, options, chosen, [...visited, option]);
}

/** Returns the surcharge of an option's value, in minor units; null if the option does not accept the value. */
function priceOfValue(option: CustomOption, value: string, uploaded: ReadonlySet<string>): number | null {
  if (option.type === kinds.text) return value.trim() !== '' && [...value].length <= maxTextLength ? 0 : null;
  if (option.type === kinds.image) return uploaded.has(value) ? 0 : null;
  if (option.type === kinds.checkbox && option.values.length === 0) return value === 'true' ? 0 : null;
  return option.values.find((entry) => entry.value === value)?.price ?? null;
}
