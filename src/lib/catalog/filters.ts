/**
 * The choices of a filtered list, and how an address spells them: `opt.Glaze=Oat&opt.Glaze=Sage&price_max=40`. The same
 * for links, forms without scripts and the API.
 */

export interface Filters {
  /** Option name to the values wanted; one of them is enough. */
  options: Readonly<Record<string, readonly string[]>>;
  tags: readonly string[];
  vendors: readonly string[];
  productTypes: readonly string[];
  /** true: only what can be bought; false: only what cannot. */
  inStock: boolean | undefined;
  /** Amounts of the shop's currency, both ends count. */
  priceMin: number | undefined;
  priceMax: number | undefined;
}

const lists = { tag: 'tags', vendor: 'vendors', product_type: 'productTypes' } as const;
const optionPrefix = 'opt.';

/** An address of a filtered list has one of these parameters; route rules know them too. */
export const filterName = /^(?:in_stock|price_min|price_max|tag|vendor|product_type|opt\..+)$/s;

/** Bounds as the contract's (API-104): what is beyond them is left out. */
const mostOptions = 20;
const mostValues = 100;
const maxLength = 255;

/** Reads what it knows of a query; what means nothing is left out. */
export function readFilters(query: URLSearchParams): Filters {
  const options: Record<string, string[]> = {};
  const chosen = { tags: [] as string[], vendors: [] as string[], productTypes: [] as string[] };
  for (const [name, value] of query) {
    if (value === '' || value.length > maxLength || name.length > maxLength) continue;
    if (name in lists) addTo(chosen[lists[name as keyof typeof lists]], value);
    if (!name.startsWith(optionPrefix)) continue;
    const option = name.slice(optionPrefix.length);
    if (option === '' || (!Object.hasOwn(options, option) && Object.keys(options).length >= mostOptions))
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
  if (values.length < mostValues && !values.includes(value)) values.push(value);
}

/** As an own property even for `__proto__`, which a merchant may not but an address may name. */
function define(options: Record<string, string[]>, name: string): void {
  Object.defineProperty(options, name, { value: [], enumerable: true, writable: true, configurable: true });
}

function amount(text: string | null): number | undefined {
  if (text === null || !/^\d{1,9}(?:[.,]\d{1,2})?$/.test(text.trim())) return undefined;
  return Number(text.trim().replace(',', '.'));
}

/** The parameters that spell these choices, in one order. */
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

/** The name of an option's parameter. */
export const optionParam = (name: string) => optionPrefix + name;

export function isFiltered(filters: Filters): boolean {
  return filterParams(filters).length > 0;
}

/** The choices without one: what the link of a chip leads to. Without `value` every choice of that name goes. */
export function withoutFilter(filters: Filters, name: string, value?: string): Filters {
  const query = new URLSearchParams(
    filterParams(filters).filter(
      ([other, chosen]) => other !== name || (value !== undefined && chosen !== value),
    ),
  );
  return readFilters(query);
}
