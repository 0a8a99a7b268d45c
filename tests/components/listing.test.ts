import { expect, test } from 'vitest';
import CollectionView from '#components/CollectionView.astro';
import Filters from '#components/Filters.astro';
import { readFilters } from '#lib/catalog/filters.ts';
import { footerConfig } from '#lib/contract/wire-theme.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { rendered } from './rendered.ts';

const answers = {
  'GET /api/v1/storefront/shop': {
    ...{
      lang: 'en',
      name: 'Marram',
      headerMenuId: 1,
      footerMenuIds: [],
      bag: {},
      themeCss: '/theme-abc.css',
    },
    ...{ root: '', paperColor: '#fff' },
  },
  'GET /api/v1/test/getHeader': { ...settingSchemas.header.parse({}), menu: [] },
  'GET /api/v1/test/getFooter': { ...footerConfig.parse({}), menusData: [] },
  ...{ 'GET /api/v1/normal-popups': [], 'GET /api/v1/popups': [], 'GET /api/v2/cart/empty/discount': [] },
  'POST /api/v1/recommend/match': { recommend_ids: [1] },
};

/** Renders a collection whose filters match nothing. */
const emptyCollection = (filters: string) =>
  rendered(
    CollectionView,
    {
      data: {
        collection: { id: 1, seo_url: 'table', title: 'Table', description_html: '', seo_title: '' },
        ...{ product_list: [], total: 0, page_num: 1, page_size: 20, sort_type: 0 },
        filters: { choices: [], price_min: 0, price_max: 0, in_stock: 0 },
      },
    },
    {},
    '',
    { path: `/collections/table?${filters}`, answers },
  );

test('filters that match nothing leave a sentence and a way back, without empty cards [COLL-10]', async () => {
  const page = await emptyCollection('opt.Glaze=Oat');
  const empty = page.querySelector('.empty')!;
  expect(empty.querySelector('h2')?.textContent).toBe('No products match these filters');
  expect(empty.querySelector('a')?.getAttribute('href')).toBe('/collections/table');
  expect(page.querySelectorAll('#recommendations, .card')).toHaveLength(0);
});

test('the price filter shows a range and a slider only if the list has different prices [COLL-10]', async () => {
  const price = async (price_min: number, price_max: number, query: string) => {
    const filters = readFilters(new URLSearchParams(query));
    const offered = { choices: [], price_min, price_max, in_stock: 1 };
    const form = await rendered(Filters, { action: '/collections/table', filters, offered, total: 1 });
    return ['.facet-range', '[data-slider]', '[name=price_min]'].map(
      (part) => form.querySelectorAll(part).length,
    );
  };
  expect(await price(9, 61, '')).toEqual([1, 1, 1]);
  expect(await price(9, 61, 'price_min=1&price_max=2')).toEqual([1, 0, 1]);
  // The fields stay, so that the filter can be removed in the form.
  expect(await price(0, 0, 'price_min=1')).toEqual([0, 0, 1]);
  expect(await price(28, 28, '')).toEqual([0, 0, 0]);
});
