import { expect, test } from 'vitest';
import type { ProductDetail } from '#lib/contract/storefront.ts';
import { type CurrencyConfig, usdConfig } from '#lib/currency/config.ts';
import { productFacts } from '#lib/pages/product-facts.ts';
import { productData } from '../product/form-fixture.ts';

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
  productFacts('https://shop.example', product, currency, 0, 'Holds tea.');

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
