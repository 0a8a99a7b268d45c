/** Assigns a number to each filter value, so that the index stores numbers per product and counts values in arrays. */
import { defaultFacetNames, type FacetNameMapper } from './facet-name-mapper.ts';
import { OptionWordIndex } from './option-word-index.ts';
import type { StemLanguage } from './stemmers.ts';

export type FacetKind = 'option' | 'tag' | 'vendor' | 'product_type';

export interface FacetGroup {
  kind: FacetKind;
  /** Name of the filter: the option's name unless the merchant configured another one; '' for tags, vendors and product types. */
  name: string;
}

export interface FacetValue {
  value: string;
  /** Index of the value's group in `FacetValues.groups`. */
  group: number;
  /** Swatch colour as `#rrggbb`; '' for none. */
  styleValue: string;
}

export class FacetValues {
  readonly groups: FacetGroup[] = [];
  readonly values: FacetValue[] = [];
  /** Option values, as spelled in products, indexed by the words they contain. */
  readonly optionIndex: OptionWordIndex;
  readonly naming: FacetNameMapper;
  readonly #groupNumbers = new Map<string, number>();
  readonly #valueNumbers = new Map<string, number>();
  /** Numbers by the option names and values of products, before they are mapped to filters. */
  readonly #ownNumbers = new Map<string, number>();

  /** @param languages languages whose inflected forms match a value */
  constructor(naming = defaultFacetNames, languages: readonly StemLanguage[] = []) {
    this.naming = naming;
    this.optionIndex = new OptionWordIndex(languages);
  }

  /**
   * Returns the number of a product's filter value, and assigns a number to a new value. Values that the filter displays under one
   * name share a number.
   */
  numberOf(kind: FacetKind, name: string, value: string, styleValue = ''): number {
    const key = `${kind}\0${name}\0${value}`;
    const cached = this.#ownNumbers.get(key);
    if (cached !== undefined) {
      this.values[cached]!.styleValue ||= styleValue;
      return cached;
    }
    let filterValue = { name, value };
    if (kind === 'option') {
      this.optionIndex.learn(name, value);
      filterValue = this.naming.offered(name, value);
    }
    const number = this.#numberOfOffered(kind, filterValue.name, filterValue.value);
    this.#ownNumbers.set(key, number);
    this.values[number]!.styleValue ||= styleValue;
    return number;
  }

  /** Returns the number of a group by its filter name; undefined if no product has a value of this group. */
  findGroup(kind: FacetKind, name: string): number | undefined {
    return this.#groupNumbers.get(`${kind}\0${name}`);
  }

  /** Returns the number of a value by its filter name and value; undefined if no product has it. */
  findValue(kind: FacetKind, name: string, value: string): number | undefined {
    return this.#valueNumbers.get(`${kind}\0${name}\0${value}`);
  }

  #numberOfOffered(kind: FacetKind, name: string, value: string): number {
    const key = `${kind}\0${name}\0${value}`;
    let number = this.#valueNumbers.get(key);
    if (number === undefined) {
      number = this.values.length;
      this.#valueNumbers.set(key, number);
      this.values.push({ value, group: this.#numberOfGroup(kind, name), styleValue: '' });
    }
    return number;
  }

  #numberOfGroup(kind: FacetKind, name: string): number {
    const key = `${kind}\0${name}`;
    let number = this.#groupNumbers.get(key);
    if (number === undefined) {
      number = this.groups.length;
      this.#groupNumbers.set(key, number);
      this.groups.push({ kind, name });
    }
    return number;
  }
}
