/** The page type that each URL of the running shop declares. */
import { expect, test } from '@playwright/test';

const pages = [
  ['/', 'home'],
  ['/products/tidal-mug', 'detail'],
  ['/collections/table', 'collections'],
  ['/collections', 'collections'],
  ['/de/collections/table', 'collections'],
  ['/search?q=mug', 'search'],
  ['/promotions/', 'promotions'],
  ['/promotions/lay-the-table', 'promotions'],
  ['/pages/about', 'customize'],
  ['/nowhere', '404'],
  ['/cart', 'cart'],
  ['/pay/result', 'pay-result'],
] as const;

test('every page says what kind of page it is [NAV-20, NAV-21]', async ({ request }) => {
  const typeOf = async (path: string) =>
    /<html[^>]* data-page="([^"]+)"/.exec(await (await request.get(path)).text())?.[1];
  for (const [path, type] of pages) expect(await typeOf(path), path).toBe(type);
  const found = await request.get('/api/v1/storefront/product?handle=tidal-mug');
  const { id, variants } = (await found.json()).data;
  const line = {
    product_id: id,
    variant_id: variants.sku_id[variants.sale_status.indexOf(1)],
    quantity: 1,
  };
  const begun = await request.post('/api/v1/checkout', {
    data: { source: 2, checkouts: [{ variant_items: [line] }] },
  });
  expect(await typeOf((await begun.json()).data.checkout.web_url)).toBe('checkouts');
});
