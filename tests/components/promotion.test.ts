import { expect, test } from 'vitest';
import { footerConfig } from '#lib/contract/wire-theme.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import PromotionPage from '../../src/pages/promotions/[seoUrl].astro';
import { rendered } from './rendered.ts';

const shop = {
  'GET /api/v1/storefront/shop': {
    ...{ lang: 'en', name: 'Marram', headerMenuId: 1, footerMenuIds: [], bag: {} },
    ...{ themeCss: '/theme-abc.css', root: '', paperColor: '#fff' },
  },
  'GET /api/v1/test/getHeader': { ...settingSchemas.header.parse({}), menu: [] },
  'GET /api/v1/test/getFooter': { ...footerConfig.parse({}), menusData: [] },
  ...{ 'GET /api/v1/normal-popups': [], 'GET /api/v1/popups': [], 'GET /api/v2/cart/empty/discount': [] },
  'GET /api/v1/cart/product/:id': null,
  'GET /api/v1/promotion/tying/:id/product/:pid': null,
  'POST /api/v1/combination/product/:id': null,
};

const card = (id: number) => ({
  ...{ id, seo_url: `product-${id}`, title: `Product ${id}`, sale_price: 20, original_price: 20 },
  ...{ compare_at_price: null, price_varies: false, original: null, second: null, img_size: '3:4' },
  ...{ options_image: [], comment_num: 0, comment_avg_star: 0, sku_id: id, sale_status: 1, in_stock: true },
  ...{ isPreSale: false, isNew: false, noOptions: true, has_custom_props: false, variant: null },
});

/** Renders the page of a promotion on the given products. */
function promotionPage(ids: number[], more: object): Promise<HTMLElement> {
  const promotion = {
    ...{ id: 5, title: 'A pair', seo_url: 'a-pair', is_active: true, is_to_come: false, is_listed: true },
    ...{ starts_at: 1, ends_at: null, set: null, rules: [{ desc: 'Buy {0}, save {1}%', params: [2, 10] }] },
    ...{ product_list: ids.map(card), total: ids.length, page_num: 1, page_size: 20, ...more },
  };
  const answers = { ...shop, 'GET /api/v1/storefront/promotion': promotion };
  return rendered(PromotionPage, {}, {}, '', { path: '/promotions/a-pair', answers });
}

test.each<[products: number[], inSet: number[], pick: number, listed: number]>([
  [[1, 2], [1, 2], 2, 0],
  [[1, 2, 3], [1, 2, 3], 2, 3],
  // A pre-sale, customisable or sold-out product is not in the set.
  [[1, 2], [1], 2, 2],
  [[1, 2, 3], [1, 2], 0, 3],
  // Two variants of one product.
  [[1, 2], [1, 1, 2], 0, 0],
])(
  'products %j with a set of %j, pick %i: the page lists %i products besides the set [R112, DISC-24]',
  async (products, inSet, pick, listed) => {
    const items = inSet.map((id) => ({ product: card(id), quantity: 1, sku_id: null, variant: '' }));
    const kind = pick > 0 ? 'combination' : 'tying';
    const set = { id: 5, kind, title: 'A pair', seo_url: 'a-pair', rules: [], code: 'CB5', pick, items };
    const page = await promotionPage(products, { kind, set });
    expect(page.querySelectorAll('.set')).toHaveLength(1);
    expect(page.querySelectorAll('.cards > li')).toHaveLength(listed);
  },
);

test.each<[kind: string, products: number[], rules: string[]]>([
  ['tier', [1, 2], ['Buy 2, save 10%', 'Different products count together']],
  ['tier', [1], ['Buy 2, save 10%']],
  // Each product is counted separately.
  ['multi_spec', [1, 2], ['Buy 2, save 10%']],
])(
  'a %s promotion on the products %j states whether they count together [R112]',
  async (kind, products, rules) => {
    const page = await promotionPage(products, { kind });
    expect([...page.querySelectorAll('.offer-rules li')].map((one) => one.textContent)).toEqual(rules);
  },
);
