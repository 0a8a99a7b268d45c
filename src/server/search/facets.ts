/** Decides which filters a product list offers, with product counts. Pure. */
import type { FacetKind, FacetValues } from './facet-values.ts';
import type { FilterResult, IndexFilterChoices } from './filter-products.ts';

export interface Facet {
  kind: FacetKind;
  /** Filter name of an option; '' for tags, vendors and product types. */
  name: string;
  values: { value: string; styleValue: string; count: number; selected: boolean }[];
}

/**
 * Maximum number of values per filter, and maximum number of option filters; longer lists would be hard to read. Chosen values are
 * always included.
 */
const maxValues = 40;
const maxOptions = 8;

const kinds: readonly FacetKind[] = ['option', 'product_type', 'tag', 'vendor'];

/**
 * Returns the filters: options first (the most common first), then product types, tags and vendors. Omits types, tags and vendors
 * that every product has, and filters with nothing to choose from. An option whose values every product has comes last among the
 * options: choosing a value does not narrow the list and only changes the variant that cards show.
 */
export function buildFacets(
  facets: FacetValues,
  selection: Pick<FilterResult, 'total' | 'counts'>,
  choices: IndexFilterChoices,
): Facet[] {
  const byGroup = new Map<number, number[]>();
  for (const [number, { group }] of facets.values.entries()) {
    if (selection.counts[number] === 0) continue;
    const numbers = byGroup.get(group);
    if (numbers) numbers.push(number);
    else byGroup.set(group, [number]);
  }
  const offered: (Facet & { weight: number })[] = [];
  for (const [group, { kind, name }] of facets.groups.entries()) {
    const chosen = new Set(choices.groups.find((one) => one.kind === kind && one.name === name)?.values);
    const numbers = byGroup.get(group) ?? [];
    const counted = numbers.map((number) => ({
      value: facets.values[number]!.value,
      styleValue: facets.values[number]!.styleValue,
      count: selection.counts[number]!,
      selected: chosen.has(facets.values[number]!.value),
    }));
    const telling = counted.filter(({ count }) => chosen.size > 0 || count < selection.total);
    // Offer option values that every product has, too: choosing one changes the variant that cards show.
    const named = kind === 'option' && counted.length > 1 ? counted : telling;
    const values = [...named, ...unfound(chosen, named)];
    if (chosen.size === 0 && values.length < (kind === 'option' ? 1 : 2)) continue;
    if (values.length === 0) continue;
    const weight = telling.length === 0 ? 0 : values.reduce((sum, { count }) => sum + count, 0);
    offered.push({ kind, name, values: arranged(kind, values), weight });
  }
  // Include chosen values that no product has, so that the shopper can deselect them.
  for (const { kind, name, values } of choices.groups) {
    if (facets.findGroup(kind, name) !== undefined) continue;
    offered.push({ kind, name, values: unfound(new Set(values), []), weight: 0 });
  }
  offered.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.weight - a.weight);
  const options = offered.filter(({ kind }) => kind === 'option');
  const dropped = new Set(
    options.slice(maxOptions).filter(({ values }) => values.every((one) => !one.selected)),
  );
  return offered.filter((facet) => !dropped.has(facet)).map(({ weight, ...facet }) => facet);
}

type Value = Facet['values'][number];

/** Returns the chosen values that no product has. */
function unfound(chosen: ReadonlySet<string>, values: readonly Value[]): Value[] {
  const named = new Set(values.map(({ value }) => value));
  return [...chosen]
    .filter((value) => !named.has(value))
    .map((value) => ({ value, styleValue: '', count: 0, selected: true }));
}

/**
 * Sorts the values of a filter and limits their number. Options keep the merchant's order (such as small to large); the values of
 * other filters are sorted by product count.
 */
function arranged(kind: FacetKind, values: readonly Value[]): Value[] {
  const common = [...values].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const shown = new Set([...common.slice(0, maxValues), ...common.filter(({ selected }) => selected)]);
  return (kind === 'option' ? values : common).filter((value) => shown.has(value));
}
