/** Cards as HTML fragments (pages/cards), which scripts insert into lists that only the browser can build. Without a browser. */
import { type APIRequestContext, expect, test } from '@playwright/test';
import { servedPage, textsIn } from './served-page.ts';

interface Shown {
  price: string[];
  badge: string[];
}

/** Returns the prices and badges of each card by product. */
async function cardsAt(request: APIRequestContext, path: string): Promise<Map<string, Shown>> {
  const { document } = await servedPage(request, path);
  return new Map(
    [...document.querySelectorAll<HTMLElement>('.card[data-product]')].map((card) => [
      card.getAttribute('data-product') ?? '',
      {
        price: [...card.querySelectorAll('.price')].map(({ textContent }) => textContent.trim()),
        badge: [...card.querySelectorAll('.card-badge')].map(({ className, textContent }) =>
          [className, textContent].join(),
        ),
      },
    ]),
  );
}

async function productAt(
  request: APIRequestContext,
  handle: string,
): Promise<{ id: string; variants: { sku_id: number[]; sale_price: number[] } }> {
  const answer = await request.get(`/api/v1/storefront/product?handle=${handle}`);
  const { id, variants } = (await answer.json()).data;
  return { id: String(id), variants };
}

test('recommended cards and those of products by id show the prices and badges of listing cards: of a one-price promotion, of a new product [RECO-04, CARD-02, R170]', async ({
  request,
}) => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => cardsAt(request, `/collections/everything?page_num=${page}`)),
  );
  const listed = new Map(pages.flatMap((page) => [...page]));
  const clock = (await productAt(request, 'meridian-clock')).id;
  expect(listed.get(clock)?.badge).toEqual([expect.stringMatching(/,New$/)]);
  const recommended = await cardsAt(request, '/cards/1');
  expect(recommended.size).toBeGreaterThan(10);
  for (const [id, shown] of recommended) expect(shown, id).toEqual(listed.get(id));

  // Only the larger planters have the promotion price; the filter shows one of them.
  const filtered = await cardsAt(request, '/collections/everything?opt.Size=18+cm');
  const { id: planter, variants } = await productAt(request, 'saltmarsh-planter');
  const variant = variants.sku_id[variants.sale_price.indexOf(49)];
  const byId = await cardsAt(request, `/cards?items=${planter}.${variant},${clock}`);
  expect(byId.get(planter)?.price[0]).toMatch(/\$49\.00.*\$54\.00/s);
  expect(byId.get(planter)?.badge).toEqual([expect.stringMatching(/badge-sale,Sale$/)]);
  expect([...byId]).toEqual([
    [planter, filtered.get(planter)],
    [clock, listed.get(clock)],
  ]);
});

test('a list is cached, what is made for a visitor is not; neither is a page, or to be found [RECO-14]', async ({
  request,
}) => {
  const list = await request.get('/cards/1');
  const { 'cache-control': control, 'cache-tag': tags, 'x-robots-tag': robots } = list.headers();
  expect(control).toMatch(/^public, max-age=0, s-maxage=\d+$/);
  expect(tags).toMatch(/product:\d+.*setting:recommend|setting:recommend.*product:\d+/);
  expect(robots).toBe('noindex');
  const html = await list.text();
  expect(html).toMatch(/^\s*<ul data-cards data-title="You may also like" data-limit="4">/);
  expect(html).not.toMatch(/<(?:html|head|script|style|link)\b/);
  const own = await request.get('/cards?items=1');
  expect(own.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
});

test('cards of a language are in that language, and lead to its pages [I18N-01]', async ({ request }) => {
  for (const path of ['/de/cards/1', '/de/cards?items=1.0,2.0']) {
    const { document } = await servedPage(request, path);
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links.length, path).toBeGreaterThan(2);
    for (const href of links) expect(href).toMatch(/^\/de\/products\//);
    expect(textsIn(document, '.card-add').join()).toMatch(/Warenkorb|wählen/i);
  }
});

test('addresses that name no list and no products are missing pages, however they are written', async ({
  request,
}) => {
  const many = Array.from({ length: 201 }, (_, at) => at + 1).join();
  const wrong = [
    '',
    '?items=',
    '?items=x',
    '?items=1,',
    '?items=1.x',
    '?items=-1',
    '?items=1.-1',
    '?items=1e99',
  ]
    .concat([
      '?items=1.5.7.9x',
      `?items=${many}`,
      '?share=',
      '?share=nothing',
      '?share=%00',
      '/0',
      '/999',
      '/01',
    ])
    .concat(['/1.0', '/1e0', '/abc', '/%20' + '1', '/99999999999999999999', '/1/2']);
  for (const path of wrong) {
    const answer = await request.get(`/cards${path}`);
    const isIgnored = path === '?items=1.5.7.9x';
    expect([path, answer.status()]).toEqual([path, isIgnored ? 200 : 404]);
  }
  expect((await request.get(`/cards?items=${many.repeat(10)}`)).status()).toBe(414);
});
