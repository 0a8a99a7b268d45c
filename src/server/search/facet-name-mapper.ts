/**
 * Maps product options to the filters that a merchant configures (setting `facets`, R161): a filter can combine several options,
 * and display several values under one name. Pure.
 */
import { z } from 'zod';
import { optionValueKey } from '../catalog/requested-variant.ts';
import type { SettingValue } from '../settings/store.ts';

export const facetsKey = 'facets';

/** Filter titles appear in URLs, where names have at most 255 characters. */
const name = z.string().trim().min(1).max(100);
const value = z.string().trim().min(1).max(255);

const facet = z.strictObject({
  title: name.describe(
    'Name of the filter, on pages and in URLs. An option with the same name belongs to it as well.',
  ),
  from: z.array(name).min(1).max(50).describe('Product options that the filter combines.'),
  values: z
    .record(value, value)
    .default({})
    .describe('Values of products, each with the value that the filter shows instead.'),
});

export const facetSettings = z
  .array(facet)
  .max(50)
  .superRefine((facets, context) => {
    const ownerOf = new Map<string, number>();
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    for (const [at, { title, from, values }] of facets.entries()) {
      for (const option of new Set([title, ...from])) {
        const owner = ownerOf.get(option);
        if (owner !== undefined)
          addIssue(
            [at],
            `has "${option}", which belongs to "${facets[owner]!.title}": an option can be part of one filter only`,
          );
        else ownerOf.set(option, at);
      }
      for (const [spelled, offered] of Object.entries(values)) {
        const further = Object.hasOwn(values, offered) ? values[offered] : offered;
        if (offered !== spelled && further !== offered)
          addIssue(
            [at, 'values', spelled],
            `becomes "${offered}", which becomes "${further}": write "${further}" here`,
          );
      }
    }
  });

export type FacetSettings = SettingValue<typeof facetSettings>;

/** Maps product options and values to filter names and values, and back. */
export class FacetNameMapper {
  readonly #facetOf = new Map<string, FacetSettings[number]>();

  constructor(facets: FacetSettings) {
    for (const one of facets) for (const option of [one.title, ...one.from]) this.#facetOf.set(option, one);
  }

  /**
   * Returns the filter name and value for an option's value. `option` is the filter's title or the option's own name, which URLs
   * from before the filter was configured contain.
   */
  offered(option: string, spelled: string): { name: string; value: string } {
    const one = this.#facetOf.get(option);
    if (!one) return { name: option, value: spelled };
    return { name: one.title, value: renamed(one, spelled) };
  }

  /** Returns the keys (`optionValueKey`) of the product values that the filter displays as the given value. */
  behind(title: string, offered: string): string[] {
    const one = this.#facetOf.get(title);
    if (!one) return [optionValueKey(title, offered)];
    const spelled = new Set([offered, ...Object.keys(one.values)]);
    const productValues = [...spelled].filter((productValue) => renamed(one, productValue) === offered);
    return [...new Set([one.title, ...one.from])].flatMap((option) =>
      productValues.map((productValue) => optionValueKey(option, productValue)),
    );
  }

  /** Renames chosen options to the names of their filters and merges them: two options in an old URL may belong to one filter. */
  named<Kind extends string>(
    groups: readonly { kind: Kind; name: string; values: readonly string[] }[],
  ): { kind: Kind; name: string; values: string[] }[] {
    const named = new Map<string, { kind: Kind; name: string; values: string[] }>();
    for (const { kind, name, values } of groups) {
      for (const spelled of values) {
        const choice = kind === 'option' ? this.offered(name, spelled) : { name, value: spelled };
        const key = `${kind}\0${choice.name}`;
        const group = named.get(key) ?? { kind, name: choice.name, values: [] };
        if (!group.values.includes(choice.value)) group.values.push(choice.value);
        named.set(key, group);
      }
    }
    return [...named.values()];
  }
}

/** Mapper without configured filters: options keep their own names. */
export const defaultFacetNames = new FacetNameMapper([]);

function renamed({ values }: FacetSettings[number], spelled: string): string {
  return (Object.hasOwn(values, spelled) && values[spelled]) || spelled;
}
