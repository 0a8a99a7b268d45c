/**
 * Assigns a numeric id to each filter value, so that the index can store these ids per product and count products in arrays indexed
 * by id.
 */
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
  /** Finds option values, as spelled in products, by the words that they contain. */
  readonly optionIndex: OptionWordIndex;
  readonly naming: FacetNameMapper;
  readonly #groupNumbers = new Map<string, number>();
  readonly #valueNumbers = new Map<string, number>();
  /** Ids of filter values by the option name and value of a product, so that a known value is mapped to its filter only once. */
  readonly #ownNumbers = new Map<string, number>();

  /** @param languages languages whose inflected forms match a value */
  constructor(naming = defaultFacetNames, languages: readonly StemLanguage[] = []) {
    this.naming = naming;
    this.optionIndex = new OptionWordIndex(languages);
  }

  /**
   * Returns the numeric id of a product's filter value; a new value gets a new id. Values that the filter displays under one name
   * share an id.
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

  /** Returns the index of a group in `groups`, given its filter name; undefined if no product has a value of this group. */
  findGroup(kind: FacetKind, name: string): number | undefined {
    return this.#groupNumbers.get(`${kind}\0${name}`);
  }

  /** Returns the numeric id of a filter value; undefined if no product has the value. */
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
