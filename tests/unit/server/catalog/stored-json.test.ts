import { describe, expect, it } from 'vitest';
import {
  parseJsonColumnCached,
  parseStringLists,
  storedCustomOptionsSchema,
  storedOptionsSchema,
} from '#server/catalog/stored-json.ts';

const sizes = JSON.stringify([{ name: 'Size', style: 1, values: [{ value: 'S' }, { value: 'L' }] }]);

describe('stored JSON', () => {
  it('is parsed once where the same text is read again, and nobody can change what the next one is given', () => {
    const first = parseJsonColumnCached(storedOptionsSchema, sizes);
    expect(parseJsonColumnCached(storedOptionsSchema, sizes)).toBe(first);
    expect(() => first[0]!.values.push({ value: 'XL' })).toThrow(TypeError);
    expect(() => Object.assign(first[0]!.values[0]!, { value: 'M' })).toThrow(TypeError);
  });

  it('is kept apart for columns that read the same text in another way', () => {
    expect(parseJsonColumnCached(storedOptionsSchema, '[]')).not.toBe(
      parseJsonColumnCached(storedCustomOptionsSchema, '[]'),
    );
    expect(() => parseJsonColumnCached(storedCustomOptionsSchema, sizes)).toThrow();
  });

  it('is refused each time it is wrong', () => {
    for (let at = 0; at < 2; at += 1)
      expect(() => parseJsonColumnCached(storedOptionsSchema, '[{}]')).toThrow();
  });

  it('of many rows is read in one go', () => {
    expect(parseStringLists([])).toEqual([]);
    expect(parseStringLists(['["Sage","S"]', '[]'])).toEqual([['Sage', 'S'], []]);
  });

  it('of many rows is refused where one of them is no list of texts', () => {
    expect(() => parseStringLists(['["S"]', '[1]'])).toThrow();
    expect(() => parseStringLists(['["S"],["L"]', '["M"]'])).toThrow();
    expect(() => parseStringLists(['["S"', '"L"]'])).toThrow();
  });
});
