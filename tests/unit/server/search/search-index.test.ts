/** The catalogue index alone: listing, filtering, counting, finding and ranking. */
import { describe, expect, it } from 'vitest';
import type { Promotion } from '#server/promotions/promotion.ts';
import { FacetNameMapper } from '#server/search/facet-name-mapper.ts';
import { buildFacets } from '#server/search/facets.ts';
import type { IndexFilterChoices } from '#server/search/filter-products.ts';
import type { SearchableProduct } from '#server/search/indexed-product.ts';
import { parseSearch } from '#server/search/parse-search.ts';
import { createSearchPricing } from '#server/search/pricing.ts';
import { CatalogueIndex, pricingWithoutPromotions, type SearchQuery } from '#server/search/search-index.ts';
import type { LanguageSynonyms } from '#server/search/synonyms.ts';
import { makeThesaurus } from '#server/search/thesaurus.ts';
import { tokenizeKeepingOriginals } from '#server/search/tokenizer.ts';
import { fc } from '../../../fast-check.ts';

const anything: IndexFilterChoices = {
  groups: [],
  inStock: undefined,
  priceMin: undefined,
  priceMax: undefined,
};

const facts = (id: number, title: string, more: Partial<SearchableProduct> = {}): SearchableProduct => ({
  id,
  handle: `product-${id}`,
  title,
  vendor: '',
  productType: '',
  tags: [],
  options: [],
  description: '',
  skus: [],
  barcodes: [],
  prices: [100],
  inStock: true,
  createdAt: id,
  places: [{ collectionId: 1, position: id }],
  ...more,
});

const glaze = (...values: string[]) => ({
  options: [{ name: 'Glaze', values: values.map((value) => ({ value })) }],
});
const chosen = (name: string, ...values: string[]) => ({ kind: 'option' as const, name, values });

function indexOf(...products: SearchableProduct[]): CatalogueIndex {
  const index = new CatalogueIndex(['en']);
  for (const product of products) index.put(product);
  index.settle();
  return index;
}

const languages = { search: 'en', content: 'en' } as const;

async function find(
  index: CatalogueIndex,
  wanted: Partial<SearchQuery> & { q?: string; synonyms?: Partial<LanguageSynonyms> } = {},
) {
  const { q = '', synonyms, ...rest } = wanted;
  await index.prepare(pricingWithoutPromotions, [0, rest.sort ?? 0]);
  const reader = {
    vocabulary: index.vocabulary(languages),
    thesaurus: makeThesaurus({ en: { same: [], finds: {}, colours: {}, popular: [], ...synonyms } }),
    languages,
    synonymLanguages: ['en'],
  };
  const reading = await parseSearch(tokenizeKeepingOriginals(q), reader, () => undefined);
  const found = await index.find({
    collectionId: q === '' ? 1 : undefined,
    search: q === '' ? null : { reading, languages, code: q },
    choices: anything,
    sort: 0,
    page: 1,
    size: 20,
    ...rest,
  });
  return { ...found, corrected: reading.corrected };
}

const idsOf = async (...given: Parameters<typeof find>) => (await find(...given)).ids;

describe('a search', () => {
  it('puts the very title first, then titles that begin so, then words in the title, and tags', async () => {
    const index = indexOf(
      facts(1, 'Tray', { description: 'Nothing of it' }),
      facts(2, 'Cup', { tags: ['mug'] }),
      facts(3, 'Big mug'),
      facts(4, 'Mug rack'),
      facts(5, 'Mug'),
      facts(6, 'Mugwort tea'),
    );
    expect(await idsOf(index, { q: 'mug' })).toEqual([5, 4, 3, 6, 2]);
  });

  it('favours a title that begins with the word, not one whose first word only begins with its letters', async () => {
    const index = indexOf(
      facts(1, 'Herb mugwort'),
      facts(2, 'Mugwort herb'),
      facts(3, 'Herb mug'),
      facts(4, 'Mug herb'),
    );
    expect(await idsOf(index, { q: 'mug' })).toEqual([4, 3, 1, 2]);
  });

  it('puts the product with the very SKU, barcode or handle first, sold out or not, whatever else has its parts [R152]', async () => {
    const skus = ['NOR.0707-60', 'A&B/1', 'B-1-A', 'S-M-1', '10/20/30', 'AA-100MM', 'T-ONE'];
    const others = Array.from({ length: 30 }, (_, at) =>
      facts(100 + at, `Ab one ${at}`, {
        skus: [`S-M-${at + 2}`, `A-${at}-B`, `T-ONE-${at}`],
        tags: ['1', 'a'],
      }),
    );
    const coded = skus.map((sku, at) =>
      facts(200 + at, `Head ${at}`, { skus: ['X', sku], inStock: at % 2 === 0 }),
    );
    const mug = facts(300, 'Tidal mug', { handle: 'stone-cup', barcodes: ['4006381333931'] });
    const index = indexOf(...others, ...coded, mug, facts(301, 'Stone cup'));
    for (const [at, sku] of skus.entries()) {
      const found = await find(index, { q: sku });
      expect([sku, found.ids[0], found.corrected]).toEqual([sku, 200 + at, null]);
    }
    expect((await idsOf(index, { q: ' aa100mm ' }))[0]).toBe(205);
    expect(await idsOf(index, { q: '4006381333931' })).toEqual([300]);
    // A match of the handle ranks below the title that would give this handle.
    expect(await idsOf(index, { q: 'stone-cup' })).toEqual([301, 300]);
    index.remove(300);
    expect(await idsOf(index, { q: '4006381333931' })).toEqual([]);
  });

  it('leads with every product by its own SKU, however its parts repeat [R152]', async () => {
    // So few parts that many SKUs differ only in their separators.
    const part = fc.constantFrom('A', 'S', '1');
    const sku = fc
      .tuple(part, fc.array(fc.tuple(fc.constantFrom('-', '/', '.', ' ', '&', ''), part), { maxLength: 3 }))
      .map(([first, rest]) => first + rest.flat().join(''));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(sku, { minLength: 1, maxLength: 25 }), async (skus) => {
        const index = indexOf(
          ...skus.map((one, at) => facts(at + 1, `B ${at} a`, { skus: [one], inStock: at % 3 !== 0 })),
        );
        for (const [at, one] of skus.entries())
          expect((await idsOf(index, { q: one.toLowerCase() }))[0]).toBe(at + 1);
      }),
    );
  });

  it('lists nothing that only mentions what others are called, but tells of it, best first', async () => {
    const index = indexOf(
      facts(1, 'Stool', { description: 'Put lamps on it' }),
      facts(2, 'Table', { description: 'For a lamp', inStock: false }),
      facts(3, 'Pendant', { productType: 'Lamp' }),
      facts(4, 'Tray', { description: 'For a lamp' }),
      facts(5, 'Lampion'),
      facts(6, 'Mat'),
    );
    const lamp = await find(index, { q: 'lamp' });
    expect([lamp.ids, lamp.mentionIds]).toEqual([
      [5, 3],
      [4, 1, 2],
    ]);
    expect(lamp.selection.total).toBe(2);
    const typo = await find(index, { q: 'lapm' });
    expect([typo.ids, typo.mentionIds]).toEqual([lamp.ids, lamp.mentionIds]);
    // If the query is only the beginning of a name, mentions count as results.
    const half = await find(index, { q: 'lam' });
    expect([half.ids.toSorted(), half.mentionIds]).toEqual([[1, 2, 3, 4, 5], []]);
    // A name with one of the two words is enough.
    const two = await find(index, { q: 'pendant mat' });
    expect([two.ids, two.mentionIds]).toEqual([[6, 3], []]);
  });

  it('of two words the one that stands in the description is a mention where something is called by both', async () => {
    const oatOf = (id: number, title: string, description: string) =>
      facts(id, title, { tags: ['Oat'], description });
    const index = indexOf(
      oatOf(1, 'Candle', 'As large as a mug'),
      oatOf(2, 'Mug', 'For tea'),
      oatOf(3, 'Mugs', 'A pair'),
      oatOf(4, 'Muggle', 'For coffee'),
      facts(5, 'Mug', { tags: ['Ink'], description: 'Also in oat' }),
    );
    const oat = await find(index, { q: 'oat mug' });
    expect([oat.ids, oat.mentionIds]).toEqual([
      [2, 3, 4],
      [5, 1],
    ]);
    // No name has both words: one is enough.
    const tea = await find(index, { q: 'oat tea' });
    expect([tea.ids, tea.mentionIds]).toEqual([[2], []]);
    const pair = await find(index, { q: 'mug coffee pair' });
    expect(pair.mentionIds).toEqual([]);
  });

  it('tells of three mentions, and lists all of them where nothing is called so', async () => {
    const trays = [1, 2, 3, 4, 5].map((id) => facts(id, 'Tray', { description: 'For a lamp' }));
    expect(await find(indexOf(...trays), { q: 'lamp' })).toMatchObject({
      ids: [1, 2, 3, 4, 5],
      mentionIds: [],
    });
    const called = await find(indexOf(...trays, facts(6, 'Lamp')), { q: 'lamp' });
    expect([called.ids, called.mentionIds]).toEqual([[6], [1, 2, 3]]);
    // Within a collection, a product with this name outside it does not count.
    const elsewhere = facts(6, 'Lamp', { places: [{ collectionId: 2, position: 1 }] });
    expect(await idsOf(indexOf(...trays, elsewhere), { q: 'lamp', collectionId: 1 })).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('puts what is sold out behind what can be bought, but never behind another title than the one asked for', async () => {
    const index = indexOf(
      facts(1, 'Mug rack', { inStock: false }),
      facts(2, 'A small mug'),
      facts(3, 'Mug', { inStock: false }),
    );
    expect(await idsOf(index, { q: 'mug' })).toEqual([3, 2, 1]);
  });

  it('wants every word, and gives what has most of them where no product has all', async () => {
    const index = indexOf(facts(1, 'Blue mug'), facts(2, 'Blue bowl'), facts(3, 'Red mug tray'));
    const all = await find(index, { q: 'blue mug' });
    expect([all.ids, all.hits?.isPartial]).toEqual([[1], false]);
    const some = await find(index, { q: 'red mug lid' });
    expect([some.ids, some.hits?.isPartial]).toEqual([[3], true]);
  });

  it('finds plural and singular, half-typed and accented words, whatever their case', async () => {
    const index = indexOf(facts(1, 'Vase'), facts(2, 'Émaillé jug'), facts(3, 'Oak dish'));
    expect(await idsOf(index, { q: 'VASES' })).toEqual([1]);
    expect(await idsOf(index, { q: 'emaille' })).toEqual([2]);
    expect(await idsOf(index, { q: 'dish o' })).toEqual([3]);
    expect(await idsOf(index, { q: 'dishes' })).toEqual([3]);
  });

  it('puts a mistyped word right, and spells it as the shop does', async () => {
    const index = indexOf(facts(1, 'Stoneware lamp'), facts(2, 'Émaillé jug'));
    const lamp = await find(index, { q: 'stonwear lapm' });
    expect([lamp.ids, lamp.corrected]).toEqual([[1], 'stoneware lamp']);
    expect((await find(index, { q: 'émaill' })).corrected).toBeNull();
    expect((await find(index, { q: 'emaixle' })).corrected).toBe('émaillé');
    expect((await find(index, { q: 'lamp' })).corrected).toBeNull();
    expect(await idsOf(index, { q: 'zzzzzz' })).toEqual([]);
  });

  it('looks for words that begin with two letters in titles and tags only, with three everywhere', async () => {
    const index = indexOf(facts(1, 'Tray', { description: 'Made of oak' }), facts(2, 'Oat jar'));
    expect(await idsOf(index, { q: 'oa' })).toEqual([2]);
    expect(await idsOf(index, { q: 'oak' })).toEqual([1]);
    expect(await idsOf(index, { q: 'mad' })).toEqual([1]);
  });

  it('finds what a synonym is called, never what only begins so, and mentions what its description says', async () => {
    const index = indexOf(
      facts(1, 'Creel stool'),
      facts(2, 'Stoolball bat'),
      facts(3, 'Rug', { description: 'For a stool' }),
      facts(4, 'Cushion'),
      facts(5, 'Beach chair'),
    );
    const synonyms = { finds: { chair: ['stool', 'cushion'] } };
    const { ids, mentionIds, corrected } = await find(index, { q: 'chairs', synonyms });
    expect([ids, mentionIds, corrected]).toEqual([[5, 4, 1], [3], null]);
    // Synonyms work in one direction only.
    expect(await idsOf(index, { q: 'cushion', synonyms })).toEqual([4]);
  });

  it('finds a colour where a product is called so, not where a description speaks of it', async () => {
    const index = indexOf(
      facts(1, 'Mug', glaze('Clay')),
      facts(2, 'Bowl', { description: 'You feel the clay', ...glaze('Oat') }),
    );
    const found = await find(index, { q: 'pink', synonyms: { colours: { pink: ['Clay'] } } });
    expect([found.ids, found.mentionIds]).toEqual([[1], []]);
  });

  it('takes a phrase for one thing, of whose own words a product has all', async () => {
    const index = indexOf(
      facts(1, 'Peg shelf'),
      facts(2, 'Shelf', { description: 'Over a peg' }),
      facts(3, 'Coat hook'),
      facts(4, 'Hook'),
    );
    const synonyms = { finds: { 'coat hook': ['peg shelf'] } };
    const found = await find(index, { q: 'coat hooks', synonyms });
    expect([found.ids, found.mentionIds]).toEqual([[3, 1], [2]]);
  });

  it('wants of a compound its last part, and the others where something has them', async () => {
    const index = indexOf(
      facts(1, 'Side table'),
      facts(2, 'Table'),
      facts(3, 'Side lamp'),
      facts(4, 'Kitchen tray'),
    );
    const side = await find(index, { q: 'sidetable' });
    expect([side.ids, side.hits?.isPartial, side.corrected]).toEqual([[1], false, null]);
    const kitchen = await find(index, { q: 'kitchentable' });
    expect([kitchen.ids.toSorted(), kitchen.hits?.isPartial]).toEqual([[1, 2], false]);
  });

  it('passes over what a question needs, unless nothing else is left', async () => {
    const index = indexOf(
      facts(1, 'Mug for tea'),
      facts(2, 'Kettle'),
      facts(3, 'Tin', { description: 'Do it' }),
    );
    const asked = await find(index, { q: 'do you have a kettle' });
    expect([asked.ids, asked.hits?.isPartial]).toEqual([[2], false]);
    expect(await idsOf(index, { q: 'for' })).toEqual([1]);
    expect(await idsOf(index, { q: 'mug for tea' })).toEqual([1]);
  });

  it('can be kept within a collection', async () => {
    const index = indexOf(facts(1, 'Mug'), facts(2, 'Mug', { places: [{ collectionId: 2, position: 1 }] }));
    expect(await idsOf(index, { q: 'mug', collectionId: 2 })).toEqual([2]);
    expect(await idsOf(index, { q: 'mug' })).toEqual([1, 2]);
  });
});

describe('filters', () => {
  const shop = () =>
    indexOf(
      facts(1, 'a', { ...glaze('Oat', 'Ink'), prices: [500], tags: ['gift'], vendor: 'Quay' }),
      facts(2, 'b', { ...glaze('Oat'), prices: [900, 300], inStock: false, vendor: 'Tern' }),
      facts(3, 'c', { ...glaze('Sage'), prices: [700], tags: ['gift'], vendor: 'Quay' }),
      facts(4, 'd', { prices: [200], vendor: 'Quay' }),
    );
  const countsOf = async (choices: Partial<IndexFilterChoices>) => {
    const index = shop();
    const { ids, selection } = await find(index, { choices: { ...anything, ...choices } });
    const facets = buildFacets(index.facets, selection, { ...anything, ...choices });
    const texts = facets.map(
      ({ kind, name, values }) =>
        `${name || kind}: ${values.map(({ value, count, selected }) => `${value} ${count}${selected ? '!' : ''}`).join(', ')}`,
    );
    return { ids, selection, texts };
  };

  it('count what each further choice would give, and leave out what every product has [COLL-10]', async () => {
    const { ids, selection, texts } = await countsOf({});
    expect(ids).toEqual([1, 2, 3, 4]);
    expect(texts).toEqual(['Glaze: Oat 2, Ink 1, Sage 1', 'vendor: Quay 3, Tern 1']);
    expect([selection.priceMin, selection.priceMax, selection.inStock]).toEqual([200, 700, 3]);
  });

  it('offer an option whole that has another value beside the one of every product, and no option that has only that [COLL-10]', async () => {
    const two = await countsOf({ priceMin: 300, priceMax: 500 });
    expect(two.ids).toEqual([1, 2]);
    expect(two.texts[0]).toBe('Glaze: Oat 2, Ink 1');
    // An option that narrows nothing comes last, even with the most products.
    const index = indexOf(
      ...[1, 2].map((id) =>
        facts(id, 'Tee', {
          options: [
            { name: 'Fit', values: ['Slim', 'Wide'].map((value) => ({ value })) },
            { name: 'Size', values: [{ value: id === 1 ? 'S' : 'M' }] },
          ],
        }),
      ),
    );
    const { selection } = await find(index, { choices: anything });
    expect(buildFacets(index.facets, selection, anything).map(({ name }) => name)).toEqual(['Size', 'Fit']);
    const one = await countsOf({ priceMin: 300, priceMax: 300 });
    expect(one.ids).toEqual([2]);
    expect(one.texts).toEqual([]);
  });

  it('widen within one choice and narrow between choices [COLL-10]', async () => {
    const two = await countsOf({ groups: [chosen('Glaze', 'Oat', 'Sage')] });
    expect(two.ids).toEqual([1, 2, 3]);
    expect(two.texts[0]).toBe('Glaze: Oat 2!, Ink 1, Sage 1!');
    const narrow = await countsOf({
      groups: [chosen('Glaze', 'Oat', 'Sage'), { kind: 'tag', name: '', values: ['gift'] }],
      priceMax: 600,
    });
    expect(narrow.ids).toEqual([1]);
    // The count of Sage ignores the glaze filter, but not the others.
    expect(narrow.texts).toContain('Glaze: Oat 1!, Ink 1, Sage 0!');
    expect([narrow.selection.priceMin, narrow.selection.priceMax]).toEqual([500, 700]);
  });

  it('of price include both ends, of stock take either side [COLL-10]', async () => {
    expect((await countsOf({ priceMin: 300, priceMax: 500 })).ids).toEqual([1, 2]);
    expect((await countsOf({ inStock: true })).ids).toEqual([1, 3, 4]);
    const soldOut = await countsOf({ inStock: false });
    expect(soldOut.ids).toEqual([2]);
    // The count of the other stock setting ignores this filter, but not the others.
    expect(soldOut.selection.inStock).toBe(3);
    expect((await countsOf({ inStock: false, priceMax: 500 })).selection.inStock).toBe(2);
  });

  it('of stock and of options mean the same variant: what is chosen must be in stock itself [COLL-10]', async () => {
    const glazes = (...values: [value: string, isSoldOut?: boolean][]) => ({
      options: [
        { name: 'Glaze', values: values.map(([value, isSoldOut = false]) => ({ value, isSoldOut })) },
      ],
    });
    const index = indexOf(
      facts(1, 'Bowl', glazes(['Sage', true], ['Rust'])),
      facts(2, 'Cup', glazes(['Sage'])),
      facts(3, 'Vase', { ...glazes(['Sage']), inStock: false }),
    );
    const asked = async (inStock: boolean | undefined, ...values: string[]) => {
      const groups = values.length > 0 ? [chosen('Glaze', ...values)] : [];
      const { ids, selection, choices } = await find(index, { choices: { ...anything, inStock, groups } });
      const [glaze] = buildFacets(index.facets, selection, choices);
      const counts = glaze?.values.map(({ value, count }) => `${value} ${count}`).join();
      return { ids, inStock: selection.inStock, counts };
    };
    expect(await asked(undefined, 'Sage')).toEqual({ ids: [1, 2, 3], inStock: 1, counts: 'Sage 3,Rust 1' });
    expect(await asked(true, 'Sage')).toEqual({ ids: [2], inStock: 1, counts: 'Sage 1,Rust 1' });
    expect(await asked(true, 'Sage', 'Rust')).toMatchObject({ ids: [1, 2], inStock: 2 });
    expect((await asked(false, 'Sage')).ids).toEqual([1, 3]);
    expect(await asked(true)).toMatchObject({ ids: [1, 2], inStock: 2, counts: 'Sage 1,Rust 1' });
    expect((await asked(false)).ids).toEqual([3]);
  });

  it('that no product has find nothing and can be taken back', async () => {
    const { ids, texts } = await countsOf({ groups: [chosen('Weight', 'Huge'), chosen('Glaze', 'Mauve')] });
    expect(ids).toEqual([]);
    expect(texts).toEqual(['Glaze: Mauve 0!', 'Weight: Huge 0!']);
  });
});

describe('prices', () => {
  const promotion = (more: Partial<Promotion>): Promotion => ({
    id: 1,
    kind: 'oneprice',
    discountType: 3,
    title: '',
    seoUrl: '',
    code: '',
    status: 1,
    startsAt: 0,
    endsAt: null,
    rangeType: 1,
    rangeIds: new Set(),
    rules: { type: 1, orderAmount: 250 },
    priority: 0,
    usageLimit: null,
    usedCount: 0,
    banner: { cartShowDiscount: true, bannerBgColor: '', bannerFontColor: '' },
    ...more,
  });
  const shop = () =>
    indexOf(
      facts(1, 'a', { prices: [400] }),
      facts(2, 'b', {
        prices: [300],
        places: [
          { collectionId: 1, position: 2 },
          { collectionId: 7, position: 1 },
        ],
      }),
      facts(3, 'c', { prices: [900, 200] }),
    );
  const sorted = async (index: CatalogueIndex, pricing = pricingWithoutPromotions) => {
    await index.prepare(pricing, [0, 6]);
    const query = {
      collectionId: 1,
      search: null,
      choices: anything,
      sort: 6 as const,
      page: 1,
      size: 9,
    };
    return (await index.find(query)).ids;
  };

  it('that lists are sorted and filtered by are those a shopper pays', async () => {
    const index = shop();
    expect(await sorted(index)).toEqual([3, 2, 1]);
    expect(
      await sorted(
        index,
        createSearchPricing(
          [promotion({ rangeType: 2, rangeIds: new Set([1]), rules: { type: 1, orderAmount: 100 } })],
          5,
        ),
      ),
    ).toEqual([1, 3, 2]);
    expect(
      await sorted(
        index,
        createSearchPricing(
          [promotion({ rangeType: 3, rangeIds: new Set([7]), rules: { type: 1, orderAmount: 100 } })],
          5,
        ),
      ),
    ).toEqual([2, 3, 1]);
    expect(await sorted(index, createSearchPricing([promotion({ startsAt: 9 })], 5))).toEqual([3, 2, 1]);
  });

  it('come from the variant a promotion makes cheapest', async () => {
    const index = indexOf(facts(1, 'a', { prices: [500, 900] }), facts(2, 'b', { prices: [400] }));
    const rules = { type: 2, rangeRules: [{ minPrice: 800, maxPrice: 1000, orderAmount: 100 }] };
    expect(await sorted(index, createSearchPricing([promotion({ rules })], 5))).toEqual([1, 2]);
  });
});

describe('filters the merchant has named', () => {
  const naming = new FacetNameMapper([{ title: 'Colour', from: ['Glaze'], values: { 'Linen oat': 'Oat' } }]);
  const option = (
    name: string,
    ...values: { value: string; styleValue?: string; isSoldOut?: boolean }[]
  ) => ({
    options: [{ name, values }],
  });
  const index = new CatalogueIndex(['en'], naming);
  index.put(
    facts(
      1,
      'Mug',
      option('Glaze', { value: 'Oat', isSoldOut: true }, { value: 'Linen oat', styleValue: '#eeeeee' }),
    ),
  );
  index.put(facts(2, 'Lamp', option('Colour', { value: 'Oat' })));
  index.put(facts(3, 'Throw', option('Colour', { value: 'Ink' })));
  index.settle();
  const filtered = (...groups: IndexFilterChoices['groups']) =>
    find(index, { choices: { ...anything, groups } });

  it('are one of several options, and count a product once that has a value under two names [COLL-10]', async () => {
    const { selection, choices } = await filtered();
    expect(buildFacets(index.facets, selection, choices)).toEqual([
      {
        kind: 'option',
        name: 'Colour',
        values: [
          { value: 'Oat', styleValue: '#eeeeee', count: 2, selected: false },
          { value: 'Ink', styleValue: '', count: 1, selected: false },
        ],
      },
    ]);
  });

  it('find the same by their title and by the options’ own names, and show it as chosen [COLL-10]', async () => {
    for (const choice of [chosen('Colour', 'Oat'), chosen('Glaze', 'Oat'), chosen('Glaze', 'Linen oat')]) {
      const { ids, selection, choices } = await filtered(choice);
      expect(ids).toEqual([1, 2]);
      const [colour] = buildFacets(index.facets, selection, choices);
      expect(colour?.values.map(({ value, selected }) => `${value} ${selected}`)).toEqual([
        'Oat true',
        'Ink false',
      ]);
    }
    expect((await filtered(chosen('Colour', 'Oat'), chosen('Glaze', 'Ink'))).ids).toEqual([1, 2, 3]);
    // One available variant of the two is enough.
    const groups = [chosen('Colour', 'Oat')];
    expect((await find(index, { choices: { ...anything, groups, inStock: true } })).ids).toEqual([1, 2]);
  });

  it('ask a card for any variant behind the name; a list without such a choice asks for none', async () => {
    const { wish } = await filtered(chosen('Glaze', 'Oat'));
    expect([...(wish?.filters[0] ?? [])]).toContain('Glaze\0Linen oat');
    expect((await filtered()).wish).toBeNull();
    expect((await filtered({ kind: 'tag', name: '', values: ['Oat'] })).wish).toBeNull();
    expect((await find(index, { q: 'lamp' })).wish).toBeNull();
    // A product's own option values count, whatever the filter calls them.
    const linen = await find(index, { q: 'linen mug' });
    expect(linen.wish?.terms.map((named) => [...named.keys()])).toEqual([['Glaze\0Linen oat']]);
  });
});

describe('the index', () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    title: fc.constantFrom('Mug', 'Big mug', 'Oak tray', 'Lamp', 'Oak lamp'),
    price: fc.integer({ min: 1, max: 5 }),
    inStock: fc.boolean(),
    values: fc.subarray(['Oat', 'Ink', 'Sage']),
    position: fc.integer({ min: 1, max: 3 }),
    gone: fc.boolean(),
  });

  it('that was changed many times answers like one made of what is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
        const changed = new CatalogueIndex(['en']);
        await changed.prepare(pricingWithoutPromotions, [0, 1, 4, 5, 6, 7]);
        const left = new Map<number, SearchableProduct>();
        for (const { id, title, price, inStock, values, position, gone } of changes) {
          const product = facts(id, title, {
            prices: [price],
            inStock,
            ...glaze(...values),
            places: [{ collectionId: 1, position }],
          });
          if (gone) {
            changed.remove(id);
            left.delete(id);
          } else {
            changed.put(product);
            changed.settle();
            left.set(id, product);
          }
        }
        const made = indexOf(...left.values());
        for (const sort of [0, 1, 4, 5, 6, 7] as const) {
          for (const q of ['', 'oak', 'mug', 'lmap', 'big lamp']) {
            const wanted = {
              q,
              sort,
              size: 5,
              page: 1,
              choices: { ...anything, groups: [chosen('Glaze', 'Oat', 'Ink')] },
            };
            const [one, other] = [await find(changed, wanted), await find(made, wanted)];
            expect(one.ids).toEqual(other.ids);
            expect(one.selection.total).toBe(other.selection.total);
            expect(facetTexts(changed, one.selection)).toEqual(facetTexts(made, other.selection));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

function facetTexts(index: CatalogueIndex, { counts }: { counts: Uint32Array }): string[] {
  return index.facets.values
    .map(({ value }, at) => `${value} ${counts[at]}`)
    .filter((text) => !text.endsWith(' 0'))
    .sort();
}
