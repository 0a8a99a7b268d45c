/** The values products can be filtered by, each with a number, so that products hold numbers and counting is adding. */

export type FacetKind = 'option' | 'tag' | 'vendor' | 'product_type';

export interface FacetGroup {
  kind: FacetKind;
  /** The option's name; '' for the other kinds. */
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
  readonly #groupNumbers = new Map<string, number>();
  readonly #valueNumbers = new Map<string, number>();

  /** The value's number, given when it is met first. */
  numberOf(kind: FacetKind, name: string, value: string, styleValue = ''): number {
    const key = `${kind}\0${name}\0${value}`;
    const known = this.#valueNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.length;
    this.#valueNumbers.set(key, number);
    this.values.push({ value, group: this.#numberOfGroup(kind, name), styleValue });
    return number;
  }

  /** The group's number, undefined when no product has such values. */
  findGroup(kind: FacetKind, name: string): number | undefined {
    return this.#groupNumbers.get(`${kind}\0${name}`);
  }

  /** The value's number, undefined when no product has it. */
  findValue(kind: FacetKind, name: string, value: string): number | undefined {
    return this.#valueNumbers.get(`${kind}\0${name}\0${value}`);
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
