import { describe, expect, it } from 'vitest';
import { findMatchingTexts, indexText, textVocabulary } from '#server/search/indexed-texts.ts';
import {
  type ParsedSearch,
  parseSearch,
  splitCompound,
  splitPartlyKnownCompound,
} from '#server/search/parse-search.ts';
import { CatalogueIndex } from '#server/search/search-index.ts';
import { type StemLanguage, stemLanguage, stemWord } from '#server/search/stemmers.ts';
import { synonymSettings } from '#server/search/synonyms.ts';
import { searchFields, TermIndex } from '#server/search/term-index.ts';
import { makeThesaurus } from '#server/search/thesaurus.ts';
import { tokenize, tokenizeKeepingOriginals } from '#server/search/tokenizer.ts';

const thesaurus = makeThesaurus(
  synonymSettings.parse({
    en: {
      same: [['sofa', 'couch']],
      finds: { sofa: ['cushion'], 'coat hook': ['peg shelf'] },
      colours: { blue: ['Ink'] },
    },
    de: {
      finds: { Schüssel: ['bowl'], Tasse: ['mug', 'cup'], Kaffee: ['coffee'], Rückgabe: ['returns'] },
      same: [['Tasse', 'Becher']],
    },
  }),
);

const texts = [indexText(1, 'Returns', '', 'en')];

/** @param titles of the shop's products */
function read(q: string, lang: StemLanguage = 'en', titles = ['Glued lamp', 'Oak mug', 'Side table']) {
  const index = new CatalogueIndex(['en', 'de']);
  for (const [at, title] of titles.entries()) {
    index.put({
      id: at + 1,
      handle: '',
      title,
      vendor: '',
      productType: '',
      tags: [],
      options: [],
      description: '',
      skus: [],
      barcodes: [],
      prices: [1],
      inStock: true,
      createdAt: 1,
      places: [],
    });
  }
  index.settle();
  const languages = { search: lang, content: 'en' } as const;
  const [own, other] = [index.vocabulary(languages), textVocabulary(texts, 'en')];
  const vocabulary = {
    knows: (word: string) => own.knows(word) || other.knows(word),
    knowsWhole: (word: string, asName: boolean) => own.knowsWhole(word, asName),
    eachWord: (visit: Parameters<typeof own.eachWord>[0]) => {
      own.eachWord(visit);
      other.eachWord(visit);
    },
  };
  return parseSearch(
    tokenizeKeepingOriginals(q),
    { vocabulary, thesaurus, languages, synonymLanguages: [lang, 'en'] },
    () => undefined,
  );
}

/** Formats each term as `typed = synonym | synonym`; optional ones are in brackets. */
const said = ({ terms }: ParsedSearch) =>
  terms.map(({ alternatives: [typed, ...others], isOptional }) => {
    const text = [typed!.words.join(' '), others.map(({ words }) => words.join(' ')).join(' | ')]
      .filter(Boolean)
      .join(' = ');
    return isOptional ? `(${text})` : text;
  });

describe('a search', () => {
  it('stands for its synonyms: groups both ways with what they find, the rest one way', async () => {
    expect(said(await read('couch'))).toEqual(['couch = sofa | cushion']);
    expect(said(await read('sofas'))).toEqual(['sofas = couch | cushion']);
    expect(said(await read('cushion'))).toEqual(['cushion']);
    expect(said(await read('becher', 'de'))).toEqual(['becher = tasse | mug | cup']);
  });

  it('takes the longest phrase for one thing, whatever its inflection', async () => {
    expect(said(await read('oak coat hooks'))).toEqual(['oak', 'coat hooks = peg shelf']);
    expect(said(await read('coat'))).toEqual(['coat']);
  });

  it('never puts right what the shop, its texts or its synonyms know', async () => {
    for (const q of ['blue', 'return', 'returns', 'couches', 'oak', 'mugs', 'glued']) {
      expect((await read(q)).corrected, q).toBeNull();
    }
    expect((await read('blue lapm')).corrected).toBe('blue lamp');
  });

  it('puts a mistyped word right by what its stem is near to, synonyms and titles of texts included', async () => {
    expect((await read('lmaps')).corrected).toBe('lamp');
    expect((await read('tase', 'de')).corrected).toBe('tasse');
    expect((await read('retrun')).corrected).toBe('returns');
  });

  it('looks in the language of the search, then in the shop’s own, then in its others', async () => {
    expect(said(await read('tassen', 'de'))).toEqual(['tassen = becher | mug | cup']);
    expect(said(await read('sofa', 'de'))).toEqual(['sofa = couch | cushion']);
    expect(said(await read('tasse', 'en'))).toEqual(['tasse = becher | mug | cup']);
  });

  it('reads ue, oe and ae as umlauts where the word is not known as it is', async () => {
    expect(said(await read('schuessel', 'de'))).toEqual(['schussel = bowl']);
    expect((await read('schuessel', 'de')).corrected).toBeNull();
  });

  it('takes a half-typed word at the end for the synonyms it may become, and no other', async () => {
    expect(said(await read('oak cou'))).toEqual(['oak', 'cou = sofa | cushion']);
    expect(said(await read('cou oak'))).toEqual(['cou', 'oak']);
  });

  it('parts a compound that is not known, its last part being what it is', async () => {
    expect(said(await read('kaffeetassen', 'de'))).toEqual([
      '(kaffee = coffee)',
      'tassen = becher | mug | cup',
    ]);
    expect(said(await read('sidetable'))).toEqual(['(side)', 'table']);
    expect(said(await read('duschtasse', 'de'))).toEqual(['dusch', 'tasse = becher | mug | cup']);
    expect(said(await read('rückgabefrist', 'de'))).toEqual(['ruckgabe = returns', 'frist']);
    expect(said(await read('duschvorhang', 'de'))).toEqual(['duschvorhang']);
  });

  it('passes over what a question needs, unless nothing else is left', async () => {
    expect(said(await read('how much is a mug'))).toEqual(['mug']);
    expect(said(await read('habt ihr eine tasse', 'de'))).toEqual(['tasse = becher | mug | cup']);
    expect(said(await read('une lampe pour la chambre', 'fr'))).toEqual(['lampe', 'chambre']);
    // French for "without a cord" and "for summer".
    expect(said(await read("lampe sans fil d'été", 'fr'))).toEqual(['lampe', 'sans', 'fil', 'ete']);
    expect(said(await read('what is it'))).toEqual(['what', 'is', 'it']);
    expect((await read('what is a mug')).phrase).toBe('what is a mug');
  });
});

describe('compounds', () => {
  const known =
    (...words: string[]) =>
    (part: string) =>
      words.includes(part);
  it.each([
    ['kaffeetasse', ['kaffee', 'tasse']],
    ['blumentopf', ['blume', 'topf']],
    ['versandkosten', ['versand', 'kosten']],
    ['tagesdecke', ['tag', 'decke']],
    ['schulbuch', ['schule', 'buch']],
    ['kaffeetassenset', ['kaffee', 'tasse', 'set']],
    ['kosten', null],
    ['tassetasset', null],
  ])('%s is %j', (word, parts) => {
    const words = 'kaffee tasse blume topf versand kosten tag decke schule buch set'.split(' ');
    expect(splitCompound(word, known(...words))).toEqual(parts);
  });
  it('are parted at the longest last part', () => {
    expect(splitCompound('glasvase', known('glas', 'vase', 'glasv', 'ase'))).toEqual(['glas', 'vase']);
  });
  it('of which one end is known are known by it, from four letters', () => {
    expect(splitPartlyKnownCompound('duschvase', known('vase'))).toEqual(['dusch', 'vase']);
    expect(splitPartlyKnownCompound('vasenset', known('vase'))).toEqual(['vase', 'set']);
    expect(splitPartlyKnownCompound('duschuhr', known('uhr'))).toBeNull();
  });
});

describe('texts', () => {
  const pages = [
    indexText('shipping', 'Shipping', 'What it costs and how long it takes', 'en'),
    indexText('care', 'Looking after linen', 'Wash it often', 'en'),
    indexText('linen', 'Linen', '', 'en'),
  ];
  const found = async (q: string, inPart = false) => {
    const { terms } = await read(q);
    return findMatchingTexts(pages, terms, 'en', { inPart }).map(
      ({ key, isIt }) => `${key}${isIt ? '!' : ''}`,
    );
  };
  it('have every word in title or summary, the one of that title first', async () => {
    expect(await found('ship')).toEqual(['shipping!']);
    expect(await found('linens')).toEqual(['linen!', 'care']);
    expect(await found('washing linen')).toEqual(['care']);
    expect(await found('costs')).toEqual(['shipping']);
    expect(await found('linen lamp')).toEqual([]);
  });
  it('are found by their bodies where no text says it shorter, by whole words as they were typed', async () => {
    const body =
      '<p>Red wine comes out while the stain is fresh; butter wants <b>dish soap</b>. Cushions too.</p>';
    const articles = [
      indexText(
        'lamps',
        'Three lamps',
        'Light for the late hours',
        'en',
        '<p>Linen and wine beside them.</p>',
      ),
      indexText('care', 'Looking after linen', 'Wash it often', 'en', body),
    ];
    const inBodies = async (q: string) => {
      const { terms } = await read(q);
      return findMatchingTexts(articles, terms, 'en').map(({ key, isIt }) => `${key}${isIt ? '!' : ''}`);
    };
    expect(await inBodies('wine stains')).toEqual(['care']);
    expect(await inBodies('wine on washed linen')).toEqual(['care']);
    expect(await inBodies('wine')).toEqual(['lamps', 'care']);
    // A title match excludes matches in bodies.
    expect(await inBodies('linen')).toEqual(['care']);
    expect(await inBodies('cushion')).toEqual(['care']);
    // Half a word, markup, a word in no text, and a synonym of cushion.
    for (const q of ['sta', 'strong', 'wine carafe', 'sofa']) expect(await inBodies(q), q).toEqual([]);
    const vocabulary = textVocabulary(articles, 'en');
    expect(['stains', 'soap', 'soa', 'stein'].map((word) => vocabulary.knows(word))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(vocabulary.knowsWhole('soap', false)).toBe(false);
  });
  it('that have half of the words are enough where nothing has all', async () => {
    expect(await found('linen lamp', true)).toEqual(['care', 'linen']);
    expect(await found('wash lamp', true)).toEqual([]);
    expect(await found('oak lamp linen', true)).toEqual([]);
  });
});

describe('stems', () => {
  it('are those of the language, and none where there is no stemmer', () => {
    expect(['Mugs', 'glasses', 'lighting'].map((word) => stemWord(tokenize(word)[0]!, 'en'))).toEqual([
      'mug',
      'glass',
      'light',
    ]);
    expect(
      ['Tassen', 'Gläser', 'Rücksendungen', 'grünes'].map((word) => stemWord(tokenize(word)[0]!, 'de')),
    ).toEqual(['tass', 'glas', 'rucksend', 'grun']);
    expect([stemWord('x2000s', 'en'), stemWord('as', 'en'), stemWord('lampen', null)]).toEqual([
      'x2000s',
      'as',
      'lampen',
    ]);
    expect(['de-AT', 'fr', 'nb-NO', 'ja', 'hi'].map(stemLanguage)).toEqual(['de', 'fr', 'no', null, null]);
  });
  it.each([
    ...[
      ['fr', 'bougie', 'bougies'],
      ['fr', 'bleu', 'bleue'],
      ['es', 'lámpara', 'lámparas'],
      ['es', 'cojín', 'cojines'],
    ],
    ...[
      ['it', 'cuscino', 'cuscini'],
      ['nl', 'lamp', 'lampen'],
      ['pt', 'almofada', 'almofadas'],
      ['sv', 'lampa', 'lampor'],
    ],
    ...[
      ['fi', 'kynttilä', 'kynttilät'],
      ['hu', 'lámpa', 'lámpák'],
      ['tr', 'lamba', 'lambalar'],
      ['ru', 'лампа', 'лампы'],
    ],
  ] as const)('are found in %s: %s by %s [SRCH-09]', (language, title, typed) => {
    const terms = new TermIndex([language]);
    const [word = ''] = tokenize(title);
    terms.add(word, title, 0, searchFields.title);
    terms.settle();
    const found = terms.whole(tokenize(typed)[0]!, { search: language, content: language });
    expect(found.map(({ entry }) => entry.spelling)).toEqual([title]);
  });
  it('of words that no product has any more are forgotten', () => {
    const terms = new TermIndex(['en']);
    const languages = { search: 'en', content: 'en' } as const;
    const entry = terms.add('mugs', 'mugs', 0, searchFields.title);
    terms.add('mug', 'mug', 1, searchFields.title);
    terms.settle();
    terms.remove(entry, 0);
    expect(terms.whole('mugged', languages).map((match) => match.entry.word)).toEqual(['mug']);
  });
});
