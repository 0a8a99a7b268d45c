/** HTML of the demo shop and where its links lead, without a browser. */
import { expect, test } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { ask } from './ask.ts';
import { canonicalOf, jsonLd, servedPage, textsIn } from './served-page.ts';

/** Disables rules about style, and rules that HTML itself does not have. */
const checks = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // React writes DOM attribute names, values for boolean attributes, and self-closing void elements.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'void-style': 'off',
      // An id may begin with an underscore.
      'valid-id': ['error', { relaxed: true }],
      // Checkboxes of one question share a name.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
    },
  }),
);

const templates = [
  '/',
  '/products/tidal-mug',
  '/products/harbour-lamp',
  '/products/galley-napkins',
  '/promotions',
  '/promotions/lay-the-table',
  '/collections',
  '/collections/table',
  '/collections/table?product_type=Carafe',
  '/collections/everything?page_num=2',
  '/search',
  '/search?q=mug',
  '/search?q=nothing-of-this-kind',
  '/blogs',
  '/blogs/a-room-with-three-lamps',
  '/pages/about',
  '/pages/unsubscribe',
  '/cart',
  '/fulfillment',
  '/pay/result',
  '/forbidden',
  '/nothing-here',
  '/de/',
  '/de/products/tidal-mug',
  '/de/collections/table',
];

/** The style element that Astro writes before a page's first island: the only one allowed in a body. */
const islandStyle = /<style>astro-island[^<{]*\{display:contents\}<\/style>/;

test.describe('in the HTML', () => {
  test('the home page has its sections and asks for JavaScript, and Continue leads to it [NAV-01, NAV-27]', async ({
    request,
  }) => {
    const { document } = await servedPage(request, '/');
    expect(textsIn(document, 'h1')).toEqual(['Made slowly, used daily']);
    expect(textsIn(document, '.tile')).toHaveLength(6);
    expect(textsIn(document, '.card')[0]).toContain('$');
    // Happy DOM parses a noscript as text, as browsers with scripts do.
    expect(document.querySelector('noscript')?.textContent).toContain('please switch on JavaScript');
  });

  test('a collection has 20 products a page, and no further page; a filtered list and a search say which is their last [COLL-01, COLL-09, R93]', async ({
    request,
  }) => {
    const count = async (path: string) =>
      textsIn((await servedPage(request, path)).document, '.cards > li').length;
    expect(await count('/collections/everything')).toBe(20);
    expect(await count('/collections/everything?page_num=2')).toBe(6);
    expect((await request.get('/collections/everything?page_num=9')).status()).toBe(404);
    expect((await request.get('/collections/everything?page=9')).status()).toBe(404);
    expect(await count('/collections/everything?page=2')).toBe(6);
    for (const path of ['/collections/everything?in_stock=1&page_num=9', '/search?q=mug&page=9']) {
      const answer = await request.get(path);
      expect([answer.status(), await answer.text()]).toEqual([
        404,
        expect.stringContaining('There is no page 9'),
      ]);
    }
  });

  test('each order sorts a collection and is chosen in the control [COLL-09, SRCH-13, SRCH-14, SRCH-15, SRCH-16, SRCH-17]', async ({
    request,
  }) => {
    const byTitle = (one: string, other: string) => one.toLowerCase().localeCompare(other.toLowerCase());
    const byPrice = (one: number, other: number) => one - other;
    for (const sortType of ['4', '5', '6', '7']) {
      const { document } = await servedPage(request, `/collections/table?sort_type=${sortType}`);
      const chosen = document.querySelectorAll('select[name=sort_type] option[selected]');
      expect([...chosen].map((option) => option.getAttribute('value'))).toEqual([sortType]);
      const titles = textsIn(document, '.card-title');
      const prices = [...document.querySelectorAll('.price-now [data-amount]')].map((node) =>
        Number(node.getAttribute('data-amount')),
      );
      expect(prices.length).toBeGreaterThan(5);
      const sorted = {
        '4': [titles, titles.toSorted(byTitle)],
        '5': [titles, titles.toSorted(byTitle).reverse()],
        '6': [prices, prices.toSorted(byPrice)],
        '7': [prices, prices.toSorted(byPrice).reverse()],
      }[sortType];
      expect(sorted?.[0], `sort_type ${sortType}`).toEqual(sorted?.[1]);
    }
  });

  test('a product page has all of the product: price, values, variants, reviews, pictures [PDP-01, NAV-13]', async ({
    request,
  }) => {
    const { document } = await servedPage(request, '/products/tidal-mug');
    expect(textsIn(document, 'h1')).toEqual(['Tidal mug']);
    expect(textsIn(document, '#price')[0]).toContain('$28.00');
    expect(textsIn(document, '#buy [type=radio]')).toHaveLength(4);
    expect(textsIn(document, '.variants tr')).toHaveLength(4);
    expect(textsIn(document, '.review').length).toBeGreaterThan(0);
    expect(textsIn(document, '.gallery-slide').length).toBeGreaterThan(0);
  });

  test('the search page shows what it found, and its form asks for products [NAV-08, SRCH-02, SRCH-09, SRCH-10]', async ({
    request,
  }) => {
    const { document } = await servedPage(request, '/search?type=product&q=lamp');
    expect(textsIn(document, 'h1')[0]).toContain('lamp');
    expect(textsIn(document, '.card')[0]).toContain('lamp');
    const form = document.querySelector('main form.search-form')!;
    expect(form.getAttribute('action')).toBe('/search');
    expect(form.querySelector('[name=q]')?.getAttribute('value')).toBe('lamp');
    expect(form.querySelector('[name=type]')?.getAttribute('value')).toBe('product');
    expect(form.querySelector('button:not([type]), [type=submit]')).not.toBeNull();
  });

  test('the journal lists articles, which open under their own address [NAV-25]', async ({ request }) => {
    const { document } = await servedPage(request, '/blogs/');
    const first = document.querySelector('.article-card h2 a')!;
    const href = first.getAttribute('href') ?? '';
    expect(href).toMatch(/^\/blogs\/[\w-]+$/);
    const article = await servedPage(request, href);
    expect(textsIn(article.document, 'h1')).toEqual([first.textContent.trim()]);
  });

  test('the page of all promotions shows each with its rules, its saving and the variant that it contains [NAV-16, R17, R112]', async ({
    request,
  }) => {
    const { document } = await servedPage(request, '/promotions');
    const offer = (title: string) =>
      [...document.querySelectorAll('.offer')].find(
        (part) => part.querySelector('h2')?.textContent === title,
      )!;
    const rulesOf = (title: string) => textsIn(offer(title), '.offer-rules li');
    expect(rulesOf('Larger planters at a smaller price')).toEqual(['18 cm now $49.00', '22 cm now $64.00']);
    const amber = offer('Saltglass in amber: carafe and tumblers');
    expect(textsIn(amber, '.offer-rules li')).toEqual(['Together for $99.00']);
    expect(textsIn(amber, '.offer-saving')).toEqual(['You save $17.00']);
    const alts = [...amber.querySelectorAll('.card-picture img')].map((image) => image.getAttribute('alt'));
    expect(alts).toEqual([expect.stringContaining('amber'), expect.stringContaining('amber')]);
    expect(amber.querySelector('.link-row')?.getAttribute('href')).toBe('/promotions/saltglass-in-amber');
  });

  test('html-validate finds no error in any template', { tag: '@all' }, async ({ baseURL }) => {
    const wrong: string[] = [];
    for (const path of templates) {
      const html = await (await ask(baseURL + path)).text();
      const { results } = await checks.validateString(html.replace(islandStyle, ''));
      for (const { ruleId, message, selector } of results.flatMap((result) => result.messages))
        wrong.push(`${path}: ${message} (${ruleId}) at ${selector}`);
    }
    expect(wrong).toEqual([]);
  });
});

test.describe('addresses', () => {
  test('an unknown address answers 404 and helps [ERR-11, NAV-11]', async ({ request }) => {
    for (const path of [
      '/nowhere',
      '/products/nothing',
      '/collections/nothing',
      '/blogs/nothing',
      '/pages/nothing',
    ]) {
      const { status, document } = await servedPage(request, path);
      expect(status, path).toBe(404);
      expect(textsIn(document, 'main [type=search]'), path).toHaveLength(1);
      expect(textsIn(document, '.lost-links a').length, path).toBeGreaterThan(0);
    }
  });

  test('the forbidden page answers 403, and the 500 page 500 [ERR-12, NAV-12, NAV-22]', async ({
    request,
  }) => {
    for (const [path, expected] of [
      ['/forbidden', 403],
      ['/500', 500],
    ] as const) {
      const { status, document } = await servedPage(request, path);
      expect(status, path).toBe(expected);
      expect(textsIn(document, 'h1')[0], path).toMatch(/\w/);
    }
  });

  test('older addresses and other spellings lead to today’s for good [NAV-24, COLL-03, BR-59]', async ({
    request,
  }) => {
    for (const [from, to] of [
      ['/detail?url=tidal-mug', '/products/tidal-mug'],
      ['/collections?url=table', '/collections/table'],
      ['/products/Tidal-Mug', '/products/tidal-mug'],
      ['/de/products/Tidal-Mug', '/de/products/tidal-mug'],
      ['/collections/table/products/Tidal-Mug', '/products/tidal-mug'],
      ['/pages/About', '/pages/about'],
    ] as const) {
      const response = await request.get(from, { maxRedirects: 0 });
      expect(response.status(), from).toBe(301);
      expect(new URL(response.headers().location ?? '', 'http://x').pathname).toBe(to);
    }
  });

  test('a page that is found in several ways has one canonical address [COLL-02, COLL-04]', async ({
    request,
    baseURL,
  }) => {
    for (const [path, title, canonical] of [
      ['/collection/table', 'Table', '/collections/table'],
      ['/collections/table/products/tidal-mug', 'Tidal mug', '/products/tidal-mug'],
    ] as const) {
      const { status, document } = await servedPage(request, path);
      expect(status, path).toBe(200);
      expect(textsIn(document, 'h1')).toEqual([title]);
      expect(canonicalOf(document)).toBe(baseURL + canonical);
    }
    const { document } = await servedPage(request, '/collections/table/products/tidal-mug');
    expect(document.documentElement.dataset.page).toBe('detail');
    const variant = document.querySelectorAll('.variants a')[1]?.getAttribute('href') ?? '';
    expect(variant).toMatch(/variant=\d+/);
    const chosen = await servedPage(request, new URL(variant, `${baseURL}/products/tidal-mug`).href);
    expect(canonicalOf(chosen.document)).toBe(`${baseURL}/products/tidal-mug`);
    const boxes = [...chosen.document.querySelectorAll('#buy [type=radio]')];
    expect(boxes.map((box) => box.hasAttribute('checked'))).toEqual([false, true, false, false]);
  });

  test('map_id finds a collection whose name is no longer known [COLL-01]', async ({ request }) => {
    const { document } = await servedPage(request, '/');
    const links = [...document.querySelectorAll('#menu a')].map((link) => link.getAttribute('href') ?? '');
    const link = links.find((href) => /^\/collection\/light\?map_id=\d+$/.test(href)) ?? '';
    const renamed = await servedPage(request, link.replace('light', 'an-older-name'));
    expect(textsIn(renamed.document, 'h1')).toEqual(['Light']);
  });

  test('every product link has the form /products/{seoUrl} [NAV-23, CARD-04]', async ({ request }) => {
    const { document } = await servedPage(request, '/collections/everything');
    const links = [...document.querySelectorAll('#products .card-title a')];
    expect(links).toHaveLength(20);
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/products\/[\w-]+$/);
  });
});

test.describe('for search engines', () => {
  test('structured data has the price that is shown, under the canonical address', async ({ request }) => {
    const { document } = await servedPage(request, '/products/tidal-mug');
    const product = jsonLd(document, 'ProductGroup') ?? {};
    const variants = product.hasVariant as {
      name: string;
      offers: { price: number; url: string; priceCurrency: string };
    }[];
    expect(variants.map(({ name }) => name)).toContain('Tidal mug - Rust');
    for (const { offers } of variants) {
      const shown = (await servedPage(request, offers.url)).document.querySelector('#price [data-amount]');
      expect([offers.price, offers.priceCurrency]).toEqual([
        Number(shown?.getAttribute('data-amount')),
        'USD',
      ]);
    }
    expect(product.url).toBe(canonicalOf(document));
    expect(jsonLd(document, 'BreadcrumbList')).toBeTruthy();
    const rating = product.aggregateRating as { reviewCount: number };
    expect(rating.reviewCount).toBe(textsIn(document, '.review').length);
  });

  // The product form and a set contain the product's own options (docs/decisions/09-islands-on-intent.md).
  test('every address of the sitemap answers 200, has one h1, is its own canonical address, and passes an island at most 2 KB, those of a product 3', async ({
    baseURL,
  }) => {
    const read = async (address: string) => (await ask(address)).text();
    const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, one]) => one!);
    const files = addressesIn(await read(`${baseURL}/sitemap.xml`));
    expect(files.length).toBeGreaterThan(3);
    const listed = new Set<string>();
    for (const file of files) for (const address of addressesIn(await read(file))) listed.add(address);
    expect(listed.size).toBeGreaterThan(40);
    const unlisted = ['/cart', '/de/cart', '/fulfillment', '/de/fulfillment'].map((path) => baseURL + path);
    const tooLarge: string[] = [];
    let islands = 0;
    for (const address of [...listed, ...unlisted]) {
      const response = await ask(address);
      const text = await response.text();
      expect(response.status, address).toBe(200);
      expect(text.match(/<h1[\s>]/g), address).toHaveLength(1);
      if (listed.has(address)) {
        expect(text, address).toContain(`<link rel="canonical" href="${address}"`);
        expect(text, address).not.toContain('noindex');
      }
      for (const [, name, props = ''] of text.matchAll(
        /<astro-island[^>]*? component-url="[^"]*\/([^"]+)"[^>]*? props="([^"]*)"/g,
      )) {
        islands += 1;
        const size = Buffer.byteLength(props.replaceAll('&quot;', '"'));
        const most = name!.startsWith('ProductForm') || name!.startsWith('OfferSet') ? 3072 : 2048;
        if (size > most) tooLarge.push(`${address}: ${name} ${size}`);
      }
    }
    expect(islands).toBeGreaterThan(listed.size);
    expect(tooLarge).toEqual([]);
  });

  test('sorted lists, searches and error pages are not to be found, further pages are; robots.txt names the sitemap on the shop’s own origin', async ({
    request,
    baseURL,
  }) => {
    for (const path of ['/collections/table?sort_type=6', '/search?q=mug', '/nowhere']) {
      expect((await servedPage(request, path)).html, path).toContain('content="noindex, follow"');
    }
    const { html } = await servedPage(request, '/collections/everything?page_num=2');
    expect(html).not.toContain('noindex');
    expect(html).toMatch(/rel="canonical" href="[^"]+\/collections\/everything\?page_num=2"/);
    expect(html).toMatch(/rel="prev" href="[^"]+\/collections\/everything"/);
    expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  });
});
