/** Product islands get the texts that they render on the server, and read the rest from the page (client/page/page-shop.ts). */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageData } from '#components/page-data.ts';
import type { InitialShop } from '#islands/currency/use-shop-texts.ts';
import ProductForm from '#islands/product/ProductForm.tsx';
import * as codes from '#lib/contract/codes.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { productData } from './product/form-fixture.ts';

const strange = Object.fromEntries(Object.keys(defaultTexts).map((key) => [key, `«${key}»`]));
const answers: Record<string, unknown> = {
  'GET /api/v1/storefront/shop': { lang: 'en', footerMenuIds: [], bag: {} },
  'GET /api/v1/currency': usdConfig,
  'GET /api/v1/test/getLanguage': { languageConfig: strange },
};
const api = async (key: string) => ({ code: codes.ok, msg: '', data: answers[key] ?? {} });
const page = await pageData({ origin: '', lang: 'xx', root: '', api } as unknown as App.Locals);

const product = productData({ variants: { ...productData().variants, compare_at_price: [25, 35, null] } });
const form = (shop: InitialShop, change = {}, start = 71) =>
  renderToStaticMarkup(<ProductForm shop={shop} product={{ ...product, ...change }} start={start} />);

test.each([
  ['a product on sale', (shop: InitialShop) => form(shop)],
  ['a variant that is sold out', (shop: InitialShop) => form(shop, {}, 73)],
  ['a product to order before it is there', (shop: InitialShop) => form(shop, { isPreSale: true })],
  ['few that are left', (shop: InitialShop) => form(shop, { left: new Map([[71, 2]]) })],
])('%s is drawn the same with what it is told as with all words of the page', (_name, draw) => {
  expect(Object.keys(page.initialShop.texts).length).toBeLessThan(Object.keys(page.island.texts).length / 2);
  expect(draw(page.initialShop)).toBe(draw(page.island));
  // Each of them shows some of the texts.
  expect(draw(page.island)).not.toBe(draw({ ...page.island, texts: {} }));
});
