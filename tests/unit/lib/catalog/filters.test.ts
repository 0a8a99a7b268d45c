import { describe, expect, it } from 'vitest';
import {
  type Filters,
  filterName,
  filterParams,
  isFiltered,
  readFilters,
  withoutFilter,
} from '#lib/catalog/filters.ts';
import { allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import { buildFilterChips, facetViews } from '#lib/pages/filter-view.ts';
import { listPath } from '#lib/pages/list-path.ts';
import { parseCollectionPageQuery } from '#lib/pages/list-query.ts';
import { fc } from '../../../fast-check.ts';

const english = createTexts(allTexts);

const none: Filters = {
  options: {},
  tags: [],
  vendors: [],
  productTypes: [],
  inStock: undefined,
  priceMin: undefined,
  priceMax: undefined,
};
const read = (query: string) => readFilters(new URLSearchParams(query));

describe('the filters of an address', () => {
  it('are read by name, several values of one name together', () => {
    expect(
      read(
        'opt.Glaze=Oat&opt.Glaze=Sage&opt.Size=S&tag=gift&vendor=Quay&product_type=mug&in_stock=1&price_min=5&price_max=19,99',
      ),
    ).toEqual({
      options: { Glaze: ['Oat', 'Sage'], Size: ['S'] },
      tags: ['gift'],
      vendors: ['Quay'],
      productTypes: ['mug'],
      inStock: true,
      priceMin: 5,
      priceMax: 19.99,
    });
    expect(read('in_stock=0').inStock).toBe(false);
  });

  it.each([
    'q=mug&type=product&sort_type=6&page_num=2',
    'opt.=x&opt.Glaze=&tag=&price_min=&price_max=-1&in_stock=2',
    'price_min=1e5&price_max=0x10&price_min=1.234',
    `tag=${'x'.repeat(256)}`,
  ])('that mean nothing are none: %s', (query) => {
    expect(read(query)).toEqual(none);
    expect(isFiltered(read(query))).toBe(false);
  });

  it('have bounds, and cannot reach what every object has', () => {
    const many = Array.from({ length: 200 }, (_, at) => `tag=t${at}&opt.o${at}=v`).join('&');
    expect(read(many).tags).toHaveLength(100);
    expect(Object.keys(read(many).options)).toHaveLength(20);
    const odd = read('opt.__proto__=x&opt.constructor=y&opt.toString=z');
    expect(Object.entries(odd.options)).toEqual([
      ['__proto__', ['x']],
      ['constructor', ['y']],
      ['toString', ['z']],
    ]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('come back the same from the address that spells them', () => {
    const word = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
    const words = fc.uniqueArray(word, { maxLength: 5 });
    const amount = fc.option(
      fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
      { nil: undefined },
    );
    fc.assert(
      fc.property(
        fc.dictionary(word, fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), { maxKeys: 5 }),
        words,
        words,
        words,
        fc.option(fc.boolean(), { nil: undefined }),
        amount,
        amount,
        (options, tags, vendors, productTypes, inStock, priceMin, priceMax) => {
          const filters = { options, tags, vendors, productTypes, inStock, priceMin, priceMax };
          const address = new URL(
            listPath('/collections/table', { filters, sortType: 6, pageNum: 2 }),
            'http://shop',
          );
          const spelled = readFilters(address.searchParams);
          expect(filterParams(spelled).sort()).toEqual(filterParams(filters).sort());
          expect([...address.searchParams.keys()].filter((name) => !filterName.test(name))).toEqual([
            'sort_type',
            'page_num',
          ]);
          expect(
            readFilters(new URLSearchParams(parseCollectionPageQuery('x', address.searchParams).filter)),
          ).toEqual(spelled);
        },
      ),
    );
  });

  it('can be taken away one by one', () => {
    const filters = read('opt.Glaze=Oat&opt.Glaze=Sage&price_max=40');
    expect(filterParams(withoutFilter(filters, 'opt.Glaze', 'Oat'))).toEqual([
      ['price_max', '40'],
      ['opt.Glaze', 'Sage'],
    ]);
    expect(filterParams(withoutFilter(filters, 'price_max'))).toEqual([
      ['opt.Glaze', 'Oat'],
      ['opt.Glaze', 'Sage'],
    ]);
  });
});

describe('filters as shown', () => {
  const values = (count: number, selected = -1) =>
    Array.from({ length: count }, (_, at) => ({ value: `v${at}`, count: 1, selected: at === selected }));

  it('are named, eight values at once, the first groups and those chosen from open', () => {
    const views = facetViews(
      [
        { kind: 'option', name: 'Size', values: values(9) },
        { kind: 'product_type', name: '', values: values(12) },
        { kind: 'tag', name: '', values: values(2) },
        { kind: 'vendor', name: '', values: values(2) },
        { kind: 'option', name: 'Wood', values: values(2, 1) },
      ],
      english,
    );
    expect(views.map(({ param, title, isOpen }) => [param, title, isOpen])).toEqual([
      ['opt.Size', 'Size', true],
      ['product_type', 'Type', true],
      ['tag', 'Tag', true],
      ['vendor', 'Brand', false],
      ['opt.Wood', 'Wood', true],
    ]);
    expect(views.map((view) => [view.values.length, view.more.length])).toEqual([
      [9, 0],
      [8, 4],
      [2, 0],
      [2, 0],
      [2, 0],
    ]);
  });

  it('have a chip each that leads to the list without them', () => {
    const filters = read('opt.Glaze=Oat&tag=gift&in_stock=1&price_min=5&price_max=40');
    const chips = buildFilterChips(filters, english, (amount) => `$${amount}`);
    expect(chips.map(({ text }) => text)).toEqual(['In stock', 'From $5', 'Up to $40', 'Glaze: Oat', 'gift']);
    for (const [at, { otherFilters }] of chips.entries()) {
      expect(filterParams(otherFilters)).toEqual(filterParams(filters).filter((_, index) => index !== at));
    }
  });
});
