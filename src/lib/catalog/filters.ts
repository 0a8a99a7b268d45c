/**
 * Filters of a product list and their query parameters: `opt.Glaze=Oat&opt.Glaze=Sage&price_max=40`. Links, forms without scripts
 * and the API share this format.
 */

export interface Filters {
  /** Accepted values by option name; a product must have one of the values of each option. */
  options: Readonly<Record<string, readonly string[]>>;
  tags: readonly string[];
  vendors: readonly string[];
  productTypes: readonly string[];
  /** true: only products that can be bought; false: only those that cannot. */
  inStock: boolean | undefined;
  /** Inclusive bounds in the shop's currency. */
  priceMin: number | undefined;
  priceMax: number | undefined;
}

const lists = { tag: 'tags', vendor: 'vendors', product_type: 'productTypes' } as const;
const optionPrefix = 'opt.';

/** Matches the name of a filter parameter; route rules use it too. */
export const filterName = /^(?:in_stock|price_min|price_max|tag|vendor|product_type|opt\..+)$/s;

/** The same limits as in the contract (API-104); entries beyond them are ignored. */
const maxOptions = 20;
const maxValues = 100;
const maxLength = 255;

/** Parses the filters of a query; unknown names and invalid values are ignored. */
export function readFilters(query: URLSearchParams): Filters {
  const options: Record<string, string[]> = {};
  const chosen = { tags: [] as string[], vendors: [] as string[], productTypes: [] as string[] };
  for (const [name, value] of query) {
    if (value === '' || value.length > maxLength || name.length > maxLength) continue;
    if (name in lists) addTo(chosen[lists[name as keyof typeof lists]], value);
    if (!name.startsWith(optionPrefix)) continue;
    const option = name.slice(optionPrefix.length);
    if (option === '' || (!Object.hasOwn(options, option) && Object.keys(options).length >= maxOptions))
      continue;
    if (!Object.hasOwn(options, option)) define(options, option);
    addTo(options[option]!, value);
  }
  const stock = query.get('in_stock');
  return {
    options,
    ...chosen,
    inStock: stock === '1' ? true : stock === '0' ? false : undefined,
    priceMin: amount(query.get('price_min')),
    priceMax: amount(query.get('price_max')),
  };
}

function addTo(values: string[], value: string): void {
  if (values.length < maxValues && !values.includes(value)) values.push(value);
}

/** Defines an own property, even for `__proto__`: a URL can contain that name, although a merchant cannot create such an option. */
function define(options: Record<string, string[]>, name: string): void {
  Object.defineProperty(options, name, { value: [], enumerable: true, writable: true, configurable: true });
}

function amount(text: string | null): number | undefined {
  if (text === null || !/^\d{1,9}(?:[.,]\d{1,2})?$/.test(text.trim())) return undefined;
  return Number(text.trim().replace(',', '.'));
}

/** Returns the query parameters of the filters, always in the same order. */
export function filterParams(filters: Filters): [name: string, value: string][] {
  const params: [string, string][] = [];
  if (filters.inStock !== undefined) params.push(['in_stock', filters.inStock ? '1' : '0']);
  if (filters.priceMin !== undefined) params.push(['price_min', String(filters.priceMin)]);
  if (filters.priceMax !== undefined) params.push(['price_max', String(filters.priceMax)]);
  for (const [name, values] of Object.entries(filters.options))
    for (const value of values) params.push([optionPrefix + name, value]);
  for (const [name, key] of Object.entries(lists))
    for (const value of filters[key]) params.push([name, value]);
  return params;
}

export const optionParam = (name: string) => optionPrefix + name;

export function isFiltered(filters: Filters): boolean {
  return filterParams(filters).length > 0;
}

/** Returns the filters with one filter removed, for the link of a filter chip. Without `value`, removes all filters of that name. */
export function withoutFilter(filters: Filters, name: string, value?: string): Filters {
  const query = new URLSearchParams(
    filterParams(filters).filter(
      ([other, chosen]) => other !== name || (value !== undefined && chosen !== value),
    ),
  );
  return readFilters(query);
}
