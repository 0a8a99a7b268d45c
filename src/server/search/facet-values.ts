/** The values products can be filtered by, each with a number, so that products hold numbers and counting is adding. */
import { type FacetNaming, plainNaming } from './facet-naming.ts';
import { OptionWords } from './option-words.ts';
import type { StemLanguage } from './stemmers.ts';

export type FacetKind = 'option' | 'tag' | 'vendor' | 'product_type';

export interface FacetGroup {
  kind: FacetKind;
  /** What the filter is called, an option's name unless the merchant says otherwise; '' for the other kinds. */
  name: string;
}

export interface FacetValue {
  value: string;
  /** Position of its group. */
  group: number;
  /** Colour of a swatch, `#rrggbb`, '' for none. */
  styleValue: string;
}

export class FacetValues {
  readonly groups: FacetGroup[] = [];
  readonly values: FacetValue[] = [];
  /** What words name values of options, as products spell them. */
  readonly words: OptionWords;
  readonly naming: FacetNaming;
  readonly #groupNumbers = new Map<string, number>();
  readonly #valueNumbers = new Map<string, number>();
  /** By the names that products have. */
  readonly #ownNumbers = new Map<string, number>();

  /** @param languages whose inflections name a value */
  constructor(naming = plainNaming, languages: readonly StemLanguage[] = []) {
    this.naming = naming;
    this.words = new OptionWords(languages);
  }

  /** The number of a product's value, given when it is met first; values offered under one name have one. */
  numberOf(kind: FacetKind, name: string, value: string, styleValue = ''): number {
    const key = `${kind}\0${name}\0${value}`;
    const cached = this.#ownNumbers.get(key);
    if (cached !== undefined) {
      this.values[cached]!.styleValue ||= styleValue;
      return cached;
    }
    let own = { name, value };
    if (kind === 'option') {
      this.words.learn(name, value);
      own = this.naming.offered(name, value);
    }
    const number = this.#numberOfOffered(kind, own.name, own.value);
    this.#ownNumbers.set(key, number);
    this.values[number]!.styleValue ||= styleValue;
    return number;
  }

  /** The group's number by the name that is offered, undefined when no product has such values. */
  findGroup(kind: FacetKind, name: string): number | undefined {
    return this.#groupNumbers.get(`${kind}\0${name}`);
  }

  /** The value's number by the names that are offered, undefined when no product has it. */
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
