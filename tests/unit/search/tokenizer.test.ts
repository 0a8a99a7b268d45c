import { describe, expect, it } from 'vitest';
import { forgiven, lettersOf, mayBeNear, mistakes } from '#server/search/edit-distance.ts';
import { fields, Vocabulary } from '#server/search/term-index.ts';
import { hasEvery, searchWords, spelledWords } from '#server/search/tokenizer.ts';

describe('words of a text', () => {
  it('are folded in case and accents, split at what is no letter or digit, and taken once', () => {
    expect(searchWords('Éclair-Bowl, 2× bowl')).toEqual(['eclair', 'bowl', '2']);
    expect(searchWords('陶器 mug')).toEqual(['陶', '器', 'mug']);
    expect(searchWords('STRASSE straße Ångström')).toEqual(['strasse', 'straße', 'angstrom']);
    expect(searchWords('  "*" & | ')).toEqual([]);
  });
  it('keep how they were written, whichever way their accents are stored', () => {
    expect(spelledWords('Crème')).toEqual(new Map([['creme', 'crème']]));
    expect([...spelledWords('Cre\u0300me').keys()]).toEqual(['creme']);
  });
  it('stop at a limit', () => {
    expect(searchWords('a b c d', 3)).toEqual(['a', 'b', 'c']);
  });
});

describe('a short text', () => {
  const own = searchWords('The linens you can have: a mug, a dish, a glaze, Lampe, not that old paint');
  it.each(['linen', 'mugs', 'dishes', 'lampen', 'glazed', 'painter', 'mugs lin'])(
    'has %s: the words, words that begin so, or words without their ending',
    (typed) => expect(hasEvery(own, searchWords(typed))).toBe(true),
  );
  it.each(['cane', 'theme', 'there', 'note', 'older', 'mugs vase'])(
    'does not have %s, whose letters only begin as its words do',
    (typed) => expect(hasEvery(own, searchWords(typed))).toBe(false),
  );
});

describe('mistakes', () => {
  it.each([
    ['lamp', 'lamp', 0, 0],
    ['lapm', 'lamp', 1, 1],
    ['lam', 'lamp', 1, 0],
    ['lampp', 'lamp', 1, 1],
    ['lemp', 'lamp', 1, 1],
    ['stonw', 'stoneware', 3, 1],
    ['mug', 'lamp', 3, 3],
    ['', 'ab', 2, 0],
  ])('%s for %s: %i in the word, %i at its beginning', (typed, word, whole, beginning) => {
    const found = mistakes(typed, word, 2);
    expect([found.whole, found.beginning]).toEqual([Math.min(whole, 3), Math.min(beginning, 3)]);
  });
  it('are forgiven by length, in numbers never', () => {
    expect(['ab', 'mug', 'kettles', 'stonewar', 'x2000'].map(forgiven)).toEqual([0, 1, 1, 2, 0]);
  });
  it('are ruled out by letters that the word does not have', () => {
    expect(mayBeNear(lettersOf('lapm'), lettersOf('lamp'), 0)).toBe(true);
    expect(mayBeNear(lettersOf('lempi'), lettersOf('lamp'), 1)).toBe(false);
  });
});

describe('a vocabulary', () => {
  const make = (...texts: string[]) => {
    const vocabulary = new Vocabulary();
    const entries = texts.map((text, slot) =>
      searchWords(text).map((word) => vocabulary.add(word, word, slot, fields.title)),
    );
    vocabulary.settle();
    return { vocabulary, entries };
  };
  const wordsOf = (vocabulary: Vocabulary, typed: string) =>
    vocabulary.matches(typed).map(({ entry }) => entry.word);

  it('finds a word, what begins so, and a word without its ending', () => {
    const { vocabulary } = make('mug rack', 'mugwort', 'dish', 'must');
    expect(wordsOf(vocabulary, 'mug')).toEqual(['mug', 'mugwort']);
    expect(wordsOf(vocabulary, 'mugs')).toEqual(['mug']);
    expect(wordsOf(vocabulary, 'dishes')).toEqual(['dish']);
    expect(wordsOf(vocabulary, 'lamp')).toEqual([]);
  });
  it('is surest of the very word', () => {
    const { vocabulary } = make('mug rack', 'mugwort');
    const [first, second] = vocabulary.matches('mug');
    expect([first!.sureness, second!.sureness < 0.8]).toEqual([1, true]);
  });
  it('knows what was meant: the fewest mistakes, then the most products', () => {
    const { vocabulary } = make('stoneware lamp', 'lamp', 'lime', 'stool');
    expect(vocabulary.nearest('lapm', false)?.word).toBe('lamp');
    expect(vocabulary.nearest('stonewear', false)?.word).toBe('stoneware');
    expect(vocabulary.nearest('stonw', true)?.word).toBe('stoneware');
    expect(vocabulary.nearest('stonw', false)).toBeNull();
    expect(vocabulary.nearest('xyzzy', true)).toBeNull();
    expect(make('lamb', 'lamp', 'lamp').vocabulary.nearest('lamx', false)?.word).toBe('lamp');
  });
  it('forgets words that no product has any more', () => {
    const { vocabulary, entries } = make('mug', 'mug rack');
    for (const entry of entries[1]!) vocabulary.remove(entry, 1);
    expect(wordsOf(vocabulary, 'mug')).toEqual(['mug']);
    expect(wordsOf(vocabulary, 'rack')).toEqual([]);
    expect(vocabulary.nearest('rakc', false)).toBeNull();
  });
});
