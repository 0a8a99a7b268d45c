/** Which filters a list offers, with counts. Pure. */
import type { FacetKind, FacetValues } from './facet-values.ts';
import type { Choices, Selection } from './selection.ts';

export interface Facet {
  kind: FacetKind;
  /** The option's name; '' for the other kinds. */
  name: string;
  values: { value: string; styleValue: string; count: number; selected: boolean }[];
}

/** More of a kind would not be read. The values chosen are always among them. */
const maxValues = 40;
const maxOptions = 8;

const kinds: readonly FacetKind[] = ['option', 'product_type', 'tag', 'vendor'];

/**
 * Options first, the most common one before the others; then types, tags and vendors. A type, tag or vendor that every
 * product has says nothing and is left out, and so is a filter with nothing to choose between. An option of which every
 * product has every value narrows nothing and stands last of them: a choice of it is the variant that cards show.
 */
export function offeredFacets(
  facets: FacetValues,
  selection: Pick<Selection, 'total' | 'counts'>,
  choices: Choices,
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
    // Of an option with several values each shows its own variant, also where every product has it.
    const named = kind === 'option' && counted.length > 1 ? counted : telling;
    const values = [...named, ...unfound(chosen, named)];
    if (chosen.size === 0 && values.length < (kind === 'option' ? 1 : 2)) continue;
    if (values.length === 0) continue;
    const weight = telling.length === 0 ? 0 : values.reduce((sum, { count }) => sum + count, 0);
    offered.push({ kind, name, values: arranged(kind, values), weight });
  }
  // Choices of groups no product of the shop has: shown, so that they can be taken back.
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

/** What was chosen and no product has. */
function unfound(chosen: ReadonlySet<string>, values: readonly Value[]): Value[] {
  const named = new Set(values.map(({ value }) => value));
  return [...chosen]
    .filter((value) => !named.has(value))
    .map((value) => ({ value, styleValue: '', count: 0, selected: true }));
}

/** Options keep the merchant's order, small to large; the rest begins with what there is most of. */
function arranged(kind: FacetKind, values: readonly Value[]): Value[] {
  const common = [...values].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const shown = new Set([...common.slice(0, maxValues), ...common.filter(({ selected }) => selected)]);
  return (kind === 'option' ? values : common).filter((value) => shown.has(value));
}
