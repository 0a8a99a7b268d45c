/** The option values that a search word names. */
import { describe, expect, it } from 'vitest';
import { OptionWordIndex } from '#server/search/option-word-index.ts';

const words = new OptionWordIndex(['en']);
for (const [option, value] of [
  ['Glaze', 'Oat'],
  ['Fabric', 'Linen oat'],
  ['Pattern', 'Stripes'],
  ['Colour', 'Écru'],
] as const)
  words.learn(option, value);
const named = (word: string) =>
  [...words.namedBy(word)].map(([key, length]) => `${key.replace('\0', ': ')} (${length})`);

describe('a word names', () => {
  it('every value that has it, with how many words that has [SRCH-09]', () => {
    expect(named('oat')).toEqual(['Glaze: Oat (1)', 'Fabric: Linen oat (2)']);
    expect(named('linen')).toEqual(['Fabric: Linen oat (2)']);
    expect(named('ecru')).toEqual(['Colour: Écru (1)']);
  });

  it('a value it is an inflection of, and one that is an inflection of it', () => {
    expect(named('oats')).toEqual(named('oat'));
    expect(named('stripe')).toEqual(['Pattern: Stripes (1)']);
    expect(named('stripes')).toEqual(['Pattern: Stripes (1)']);
  });

  it('nothing by its beginning alone, nor by the name of an option', () => {
    expect([named('oa'), named('oatmeal'), named('glaze')]).toEqual([[], [], []]);
  });
});
