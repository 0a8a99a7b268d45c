/** What SEARCH=postgres asks of a search, level by level, and that no search asks without bounds. */
import { expect, it } from 'vitest';
import { searchLevels } from '#server/search/postgres/search-levels.ts';
import type { KnownForms } from '#server/search/postgres/text-query.ts';
import type { Unit } from '#server/search/read-search.ts';

const unit = (word: string, isOptional = false): Unit => ({
  alternatives: [
    { words: [word], stems: [word], confidence: 1, isTyped: false, isColour: false, isOther: false },
  ],
  ...(isOptional && { isOptional: true }),
});

/** @param inflections of every word but `x` words, which no product has */
const formsWith = (inflections: number): KnownForms => ({
  whole: (word) =>
    word.startsWith('x')
      ? []
      : Array.from({ length: inflections }, (_, at) => ({
          word: at === 0 ? word : `${word}${at}`,
          isName: true,
          isDescription: true,
          inDescriptions: false,
        })),
  beginnings: () => [],
});

const levels = (units: Unit[], inflections = 1) => [...searchLevels(units, formsWith(inflections))];

it('asks for all words, then for all but one, down to any [SRCH-09]', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((word) => `('t${word}' | 'k${word}')`);
  expect(levels([unit('a'), unit('b'), unit('c')])).toEqual([
    { query: [a, b, c], isPartial: false },
    { query: [`((${a} & ${b}) | (${a} & ${c}) | (${b} & ${c}))`], isPartial: true },
    { query: [`(${a} | ${b} | ${c})`], isPartial: true },
    { query: [`(${a} | ${b} | ${c})`], isPartial: true },
  ]);
});

it('does without optional words before it does without others, and without words that nothing has [SRCH-09]', () => {
  const [a, b] = ['a', 'b'].map((word) => `('t${word}' | 'k${word}')`);
  expect(levels([unit('a'), unit('b', true), unit('x')]).map(({ query }) => query)).toEqual([
    null,
    null,
    [a],
    [`(${a} | ${b})`],
  ]);
});

it.each([
  // Without one, two or three, and with three, two or one: in between there are more than 300 ways to leave words out.
  { inflections: 1, between: 6 },
  { inflections: 40, between: 1 },
  { inflections: 400, between: 0 },
])(
  'asks of twelve words with $inflections forms each no more than can be answered',
  ({ inflections, between }) => {
    const units = Array.from({ length: 12 }, (_, at) => unit(`word${'abcdefghijkl'[at]}`));
    const asked = levels(units, inflections);
    // One of all and one of any, which name each word once, whatever their length.
    const once = asked[0]!.query!.join(' | ').length + 2;
    expect(asked.at(-1)!.query![0]!.length).toBe(once);
    for (const { query, isPartial } of asked.slice(1, -1)) {
      expect(isPartial).toBe(true);
      expect(query).toHaveLength(1);
      expect(query![0]!.length).toBeLessThanOrEqual(60_000);
    }
    expect(asked.length - 2).toBe(between);
  },
);
