import { describe, expect, it } from 'vitest';
import { forgiven, lettersOf, mayBeNear, mistakes } from '#server/search/edit-distance.ts';
import { fields, TermIndex } from '#server/search/term-index.ts';
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

describe('a term index', () => {
  const make = (...texts: string[]) => {
    const terms = new TermIndex();
    const entries = texts.map((text, slot) =>
      searchWords(text).map((word) => terms.add(word, word, slot, fields.title)),
    );
    terms.settle();
    return { terms, entries };
  };
  const wordsOf = (terms: TermIndex, typed: string) => terms.matches(typed).map(({ entry }) => entry.word);

  it('finds a word, what begins so, and a word without its ending', () => {
    const { terms } = make('mug rack', 'mugwort', 'dish', 'must');
    expect(wordsOf(terms, 'mug')).toEqual(['mug', 'mugwort']);
    expect(wordsOf(terms, 'mugs')).toEqual(['mug']);
    expect(wordsOf(terms, 'dishes')).toEqual(['dish']);
    expect(wordsOf(terms, 'lamp')).toEqual([]);
  });
  it('is surest of the very word', () => {
    const { terms } = make('mug rack', 'mugwort');
    const [first, second] = terms.matches('mug');
    expect([first!.confidence, second!.confidence < 0.8]).toEqual([1, true]);
  });
  it('knows what was meant: the fewest mistakes, then the most products', () => {
    const { terms } = make('stoneware lamp', 'lamp', 'lime', 'stool');
    expect(terms.nearest('lapm', false)?.word).toBe('lamp');
    expect(terms.nearest('stonewear', false)?.word).toBe('stoneware');
    expect(terms.nearest('stonw', true)?.word).toBe('stoneware');
    expect(terms.nearest('stonw', false)).toBeNull();
    expect(terms.nearest('xyzzy', true)).toBeNull();
    expect(make('lamb', 'lamp', 'lamp').terms.nearest('lamx', false)?.word).toBe('lamp');
  });
  it('forgets words that no product has any more', () => {
    const { terms, entries } = make('mug', 'mug rack');
    for (const entry of entries[1]!) terms.remove(entry, 1);
    expect(wordsOf(terms, 'mug')).toEqual(['mug']);
    expect(wordsOf(terms, 'rack')).toEqual([]);
    expect(terms.nearest('rakc', false)).toBeNull();
  });
});
