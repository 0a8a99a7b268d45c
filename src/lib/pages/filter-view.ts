/** View model of a product list's filters: titles, field names, and the chips of selected filters. Pure. */
import { type Filters, optionParam, withoutFilter } from '#lib/catalog/filters.ts';
import type { FilterOption } from '#lib/contract/listing.ts';
import type { DefaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import type { pageTexts } from '#lib/messages/pages.ts';

type FilterTexts = TextsOf<typeof pageTexts> & Pick<DefaultTexts, 'soldOutOnly'>;

/** Number of values that are visible before "more". */
const shownAtOnce = 8;
/** Number of filter groups that are open initially. */
const openAtFirst = 3;

export interface FacetView {
  /** Name of the group's form fields. */
  param: string;
  title: string;
  isOpen: boolean;
  values: FilterOption['values'];
  /** Values that are displayed on demand; empty if there are few. */
  more: FilterOption['values'];
}

const titles = { product_type: 'filterType', tag: 'filterTag', vendor: 'filterVendor' } as const;
const params = { product_type: 'product_type', tag: 'tag', vendor: 'vendor' } as const;

export function facetViews(choices: readonly FilterOption[], texts: FilterTexts): FacetView[] {
  return choices.map((choice, index) => {
    const { kind, name, values } = choice;
    // Hiding only one value would save no space.
    const cut = values.length > shownAtOnce + 1 ? shownAtOnce : values.length;
    return {
      param: kind === 'option' ? optionParam(name) : params[kind],
      title: kind === 'option' ? name : texts[titles[kind]],
      isOpen: index < openAtFirst || values.some(({ selected }) => selected),
      values: values.slice(0, cut),
      more: values.slice(cut),
    };
  });
}

export interface FilterChip {
  text: string;
  /** All filters except this one. */
  otherFilters: Filters;
}

/** Returns the chips of all selected filters. @param money formats an amount of the shop's currency */
export function buildFilterChips(
  filters: Filters,
  texts: FilterTexts,
  money: (amount: number) => string,
): FilterChip[] {
  const chip = (text: string, param: string, value?: string): FilterChip => ({
    text,
    otherFilters: withoutFilter(filters, param, value),
  });
  const chips: FilterChip[] = [];
  if (filters.inStock !== undefined)
    chips.push(chip(filters.inStock ? texts.inStockOnly : texts.soldOutOnly, 'in_stock'));
  if (filters.priceMin !== undefined)
    chips.push(chip(texts.text('priceAtLeast', { amount: money(filters.priceMin) }), 'price_min'));
  if (filters.priceMax !== undefined)
    chips.push(chip(texts.text('priceAtMost', { amount: money(filters.priceMax) }), 'price_max'));
  for (const [name, values] of Object.entries(filters.options))
    chips.push(...values.map((value) => chip(`${name}: ${value}`, optionParam(name), value)));
  const lists = { product_type: filters.productTypes, tag: filters.tags, vendor: filters.vendors };
  for (const [param, values] of Object.entries(lists))
    chips.push(...values.map((value) => chip(value, param, value)));
  return chips;
}
