import { expect, test } from 'vitest';
import type { ProductDetail } from '#lib/contract/storefront.ts';
import { type CurrencyConfig, usdConfig } from '#lib/currency/config.ts';
import { buildProductJsonLdData, pageTitle } from '#lib/pages/product-json-ld-data.ts';
import { productData } from '../../islands/product/form-fixture.ts';

const euro = { ...usdConfig.currencies[0]!, currency: 'EUR', rate: 0.915, is_default: false };
const config: CurrencyConfig = {
  ...usdConfig,
  default_show_currency: 'EUR',
  currencies: [usdConfig.currencies[0]!, euro],
};

function detail(change: Partial<ProductDetail> = {}): ProductDetail {
  return {
    ...productData(),
    vendor: 'Marram',
    seo_description: 'A mug.',
    reviews: { comment_num: 0, comment_avg_star: 0 },
    ...change,
  } as ProductDetail;
}
const factsOf = (product: ProductDetail, currency: CurrencyConfig) =>
  buildProductJsonLdData('https://shop.example', product, currency, 0, 'Holds tea.');

test('prices are given in the currency that is named with them: the one a new visitor is shown', () => {
  const { currency, variants } = factsOf(detail(), config);
  expect([currency, variants.map(({ price }) => price)]).toEqual(['EUR', [18.3, 27.45, 18.3]]);
  const own = factsOf(detail(), { ...config, default_show_currency: 'USD' });
  expect([own.currency, own.variants.map(({ price }) => price)]).toEqual(['USD', [20, 30, 20]]);
});

test('a variant can be had now, before it is made, or not at all', () => {
  const said = (isPreSale: boolean) =>
    factsOf(detail({ isPreSale }), config).variants.map(({ availability }) => availability);
  expect(said(false)).toEqual(['InStock', 'InStock', 'OutOfStock']);
  expect(said(true)).toEqual(['PreOrder', 'PreOrder', 'OutOfStock']);
});

test('what is repeated of a product: the price before, five reviews, rates in the shown currency', () => {
  const review = (id: number) => ({ id, nickname: 'Ada', star: 5, content: 'Good.', created_at: id });
  const product = detail({
    reviews: { comment_num: 7, comment_avg_star: 5, list: [1, 2, 3, 4, 5, 6].map(review) } as never,
    variants: { ...productData().variants, compare_at_price: [25, 30, null] },
    shipping_rates: [{ countries: ['US'], amount: 10, transit: null, rows: [0] }],
    barcodes: ['1', '', '2'],
  });
  const { reviews, shipping, variants } = factsOf(product, config);
  expect(reviews.map(({ created_at }) => created_at)).toEqual([1, 2, 3, 4, 5]);
  expect(shipping.map(({ amount }) => amount)).toEqual([9.15]);
  expect(variants.map(({ was, barcode }) => [was, barcode])).toEqual([
    [22.88, '1'],
    [null, ''],
    [null, '2'],
  ]);
});

test.each([
  ['', 'Tidal mug', 'Mugs', 'Tidal mug'],
  ['', 'Tidal mug', '', 'Tidal mug'],
  ['', 'Bollard', 'Side table', 'Bollard, Side table'],
  ['Mug of stoneware', 'Tidal mug', 'Cup', 'Mug of stoneware'],
])(
  'the page with the SEO title “%s” of “%s” of type “%s” is called “%s”',
  (seo_title, title, product_type, said) => {
    expect(pageTitle({ seo_title, title, product_type })).toBe(said);
  },
);
