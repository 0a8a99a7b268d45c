import { describe, expect, it } from 'vitest';
import { computeEditDistances, letterBits, maxMistakes, mayBeNear } from '#server/search/edit-distance.ts';
import { NearestWord } from '#server/search/nearest-word.ts';
import { type SearchLanguages, searchFields, TermIndex } from '#server/search/term-index.ts';
import { tokenize, tokenizeKeepingOriginals } from '#server/search/tokenizer.ts';

describe('words of a text', () => {
  it('are folded in case and accents, split at what is no letter or digit, and taken once', () => {
    expect(tokenize('Éclair-Bowl, 2× bowl')).toEqual(['eclair', 'bowl', '2']);
    expect(tokenize('陶器 mug')).toEqual(['陶', '器', 'mug']);
    expect(tokenize('STRASSE straße Ångström')).toEqual(['strasse', 'angstrom']);
    expect(tokenize('  "*" & | ')).toEqual([]);
  });
  it('keep how they were written, whichever way their accents are stored', () => {
    expect(tokenizeKeepingOriginals('Crème')).toEqual(new Map([['creme', 'crème']]));
    expect([...tokenizeKeepingOriginals('Cre\u0300me').keys()]).toEqual(['creme']);
  });
  it('are cut after 64 units, never within a character', () => {
    const [word] = tokenize(`a${'\u{10330}'.repeat(40)}`);
    expect(word).toHaveLength(64);
    expect(word!.isWellFormed()).toBe(true);
  });

  it('stop at a limit', () => {
    expect(tokenize('a b c d', 3)).toEqual(['a', 'b', 'c']);
  });
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
    const found = computeEditDistances(typed, word, 2);
    expect([found.whole, found.beginning]).toEqual([Math.min(whole, 3), Math.min(beginning, 3)]);
  });
  it('are forgiven by length, in numbers never', () => {
    expect(['ab', 'mug', 'kettles', 'stonewar', 'x2000'].map(maxMistakes)).toEqual([0, 1, 1, 2, 0]);
  });
  it('are ruled out by letters that the word does not have', () => {
    expect(mayBeNear(letterBits('lapm'), letterBits('lamp'), 0)).toBe(true);
    expect(mayBeNear(letterBits('lempi'), letterBits('lamp'), 1)).toBe(false);
  });
});

describe('a term index', () => {
  const make = (...texts: string[]) => {
    const terms = new TermIndex(['en', 'de']);
    const entries = texts.map((text, slot) =>
      tokenize(text).map((word) => terms.add(word, word, slot, searchFields.title)),
    );
    terms.settle();
    return { terms, entries };
  };
  const languages = { search: 'en', content: 'en' } as const;
  const wordsOf = (terms: TermIndex, typed: string, spoken: SearchLanguages = languages) =>
    terms.matches(typed, spoken).map(({ entry }) => entry.word);
  const nearest = (terms: TermIndex, typed: string, isUnfinished: boolean) => {
    const nearestWord = new NearestWord(typed, isUnfinished);
    terms.eachWord((candidate) => nearestWord.consider(candidate));
    return nearestWord.best?.word ?? null;
  };

  it('finds a word, other inflections of it, and what begins so', () => {
    const { terms } = make('mug rack', 'mugwort', 'dish', 'must', 'mugs', 'glazed');
    expect(wordsOf(terms, 'mug')).toEqual(['mug', 'mugs', 'mugwort']);
    expect(wordsOf(terms, 'mugs')).toEqual(['mugs', 'mug']);
    expect(wordsOf(terms, 'dishes')).toEqual(['dish']);
    expect(wordsOf(terms, 'glaze')).toEqual(['glazed']);
    expect(wordsOf(terms, 'lamp')).toEqual([]);
  });
  it.each(['cane', 'theme', 'there', 'note', 'older'])(
    'does not take %s for another word that its letters begin with',
    (typed) => expect(wordsOf(make('a can the old not').terms, typed)).toEqual([]),
  );
  it('inflects as the languages of the texts and of the search do, and no others', () => {
    const { terms } = make('lampe', 'tell');
    expect(wordsOf(terms, 'lampen', { search: 'de', content: 'de' })).toEqual(['lampe']);
    expect(wordsOf(terms, 'lampen')).toEqual([]);
    // German "Teller" means plates: its stem must not match a word in English descriptions.
    const [match] = terms.matches('teller', { search: 'de', content: 'en' });
    expect([match?.entry.word, match?.inDescriptions]).toEqual(['tell', false]);
  });
  it('finds codes by their beginning as well', () => {
    const { terms } = make('mar 7712', 'x2000', '7713');
    expect(wordsOf(terms, '771')).toEqual(['7712', '7713']);
    expect(wordsOf(terms, 'x2000')).toEqual(['x2000']);
  });
  it('is surest of the very word', () => {
    const { terms } = make('mug rack', 'mugwort');
    const [first, second] = terms.matches('mug', languages);
    expect([first!.confidence, second!.confidence < 0.8]).toEqual([1, true]);
  });
  it('knows what was meant: the fewest mistakes, then the most products', () => {
    const { terms } = make('stoneware lamp', 'lamp', 'lime', 'stool');
    expect(nearest(terms, 'lapm', false)).toBe('lamp');
    expect(nearest(terms, 'stonewear', false)).toBe('stoneware');
    expect(nearest(terms, 'stonw', true)).toBe('stoneware');
    expect(nearest(terms, 'stonw', false)).toBeNull();
    expect(nearest(terms, 'xyzzy', true)).toBeNull();
    expect(nearest(make('lamb', 'lamp', 'lamp').terms, 'lamx', false)).toBe('lamp');
  });
  it('never takes a short word for one that only begins alike, has another first letter, or stands in descriptions', () => {
    const { terms } = make('glued', 'mug');
    expect(nearest(terms, 'blue', true)).toBeNull();
    expect(nearest(make('stoneware').terms, 'stov', true)).toBeNull();
    expect(nearest(make('stoneware').terms, 'bloneware', false)).toBeNull();
    expect(nearest(make('stoneware').terms, 'sbonewere', false)).toBe('stoneware');
    expect(nearest(terms, 'rug', false)).toBeNull();
    terms.add('most', 'most', 2, searchFields.description);
    terms.settle();
    expect(nearest(terms, 'host', false)).toBeNull();
    expect(nearest(terms, 'mast', false)).toBeNull();
    terms.add('most', 'most', 3, searchFields.keyword);
    expect(nearest(terms, 'mast', false)).toBe('most');
  });
  it('forgets words that no product has any more', () => {
    const { terms, entries } = make('mug', 'mug rack');
    for (const entry of entries[1]!) terms.remove(entry, 1);
    expect(wordsOf(terms, 'mugs')).toEqual(['mug']);
    expect(wordsOf(terms, 'racks')).toEqual([]);
    expect(nearest(terms, 'rakc', false)).toBeNull();
  });
});
