/** The variant that a card shows for the current filters and search terms. */
import { describe, expect, it } from 'vitest';
import {
  matchRequestedVariant,
  optionValueKey,
  type RequestedVariant,
} from '#server/catalog/requested-variant.ts';

const options = ['Glaze', 'Size'];
const variant = (glaze: string, size: string, price = 3000, saleStatus: 0 | 1 = 1) => ({
  id: 1,
  name: `${glaze} ${size}`,
  optionValues: [glaze, size],
  price,
  saleStatus,
});
const filter = (option: string, ...values: string[]) =>
  new Set(values.map((value) => optionValueKey(option, value)));
const word = (option: string, ...values: string[]) =>
  new Map(values.map((value) => [optionValueKey(option, value), value.split(' ').length]));
const wish = (more: Partial<RequestedVariant>): RequestedVariant => ({
  key: '',
  filters: [],
  terms: [],
  priceMin: 0,
  priceMax: Number.POSITIVE_INFINITY,
  ...more,
});
const bowl = [
  variant('Rust', 'Small'),
  variant('Rust', 'Large', 4800),
  variant('Sage', 'Small', 3200, 0),
  variant('Sage', 'Large', 4800),
  variant('Oat', 'Large', 4800, 0),
  variant('Smoked oat', 'Large', 4800),
];
const shown = (more: Partial<RequestedVariant>, variants = bowl) =>
  matchRequestedVariant(options, variants, wish(more), ({ price }) => price)?.name;

describe('a card shows', () => {
  it('the first variant that has the value filtered by, in the merchant’s order [CARD-02, COLL-10]', () => {
    expect(shown({ filters: [filter('Size', 'Large')] })).toBe('Rust Large');
    expect(shown({ filters: [filter('Glaze', 'Rust', 'Sage')] })).toBe('Rust Small');
  });

  it('the variant that has both of two filters [CARD-02, COLL-10]', () => {
    expect(shown({ filters: [filter('Glaze', 'Sage'), filter('Size', 'Small')] })).toBe('Sage Small');
    expect(shown({ filters: [filter('Size', 'Large'), filter('Glaze', 'Sage')] })).toBe('Sage Large');
  });

  it('what can be bought before what is sold out, but never another value for it [CARD-07]', () => {
    expect(shown({ filters: [filter('Glaze', 'Sage')] })).toBe('Sage Large');
    expect(shown({ filters: [filter('Glaze', 'Oat')] })).toBe('Oat Large');
  });

  it('a variant of the offer before any other, and the whole product if the offer has none of it [R160]', () => {
    const isOffered: RequestedVariant['isOffered'] = ({ price }) => price === 4800;
    expect(shown({ isOffered })).toBe('Rust Large');
    expect(shown({ isOffered, filters: [filter('Glaze', 'Sage')] })).toBe('Sage Large');
    expect(shown({ isOffered, filters: [filter('Size', 'Small')] })).toBe('Rust Large');
    expect(shown({ isOffered: () => false })).toBeUndefined();
  });

  it('the same value in another option only where that option has it', () => {
    expect(shown({ filters: [filter('Colour', 'Sage')] })).toBeUndefined();
  });

  it('the variant that most words name; a filter weighs more than a word [SRCH-10]', () => {
    expect(shown({ terms: [word('Glaze', 'Sage'), word('Size', 'Small')] })).toBe('Sage Small');
    expect(shown({ terms: [word('Glaze', 'Sage'), word('Glaze', 'Rust')] })).toBe('Rust Small');
    expect(shown({ filters: [filter('Glaze', 'Sage')], terms: [word('Glaze', 'Rust')] })).toBe('Sage Large');
  });

  it('the value that a word is before one that has further words, unless those are named, too', () => {
    const oak = [variant('Smoked oat', 'Small'), variant('Oat', 'Small')];
    const oat = word('Glaze', 'Smoked oat', 'Oat');
    expect(shown({ terms: [oat] }, oak)).toBe('Oat Small');
    expect(shown({ terms: [word('Glaze', 'Smoked oat'), oat] }, oak)).toBe('Smoked oat Small');
  });

  it('of what has the value, that which costs what was asked for, both ends of the range counted', () => {
    const filters = [filter('Glaze', 'Sage', 'Rust')];
    expect(shown({ filters, priceMin: 4800 })).toBe('Rust Large');
    expect(shown({ filters, priceMax: 3000 })).toBe('Rust Small');
    expect(shown({ filters, priceMin: 3100, priceMax: 3200 })).toBe('Sage Small');
    expect(shown({ filters, priceMin: 9000 })).toBe('Rust Small');
  });

  it('as much of it as there is where no variant has all, and nothing of a product that has none of it', () => {
    expect(shown({ filters: [filter('Glaze', 'Oat'), filter('Size', 'Small')] })).toBe('Rust Small');
    expect(shown({ filters: [filter('Glaze', 'Ink')] })).toBeUndefined();
    expect(shown({ terms: [word('Glaze', 'Ink')], priceMax: 3000 })).toBeUndefined();
  });
});
