/** The shop as a crawler without scripts reads it: every link from the home page on, and the HTML of every template. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { ports } from './ports.ts';
import { type CrawledPage, readPage } from './read-page.ts';

const site = `http://localhost:${ports.shared}`;

const isDocument = (type: string | null) => type?.startsWith('text/html') === true;
/** Forms of pictures are made when they are asked for: other tests ask. */
const isPicture = (path: string) => path.startsWith('/media/');

interface Found {
  status: number;
  /** Where a redirect leads. */
  to?: string;
  page?: CrawledPage;
}

/** A shop that is busy says when to come back, and crawlers do. */
async function ask(path: string): Promise<Response> {
  for (;;) {
    const response = await fetch(site + path, { redirect: 'manual' });
    const seconds = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || seconds === 0) return response;
    await pause(seconds * 1000);
  }
}

async function visit(path: string): Promise<Found> {
  const response = await ask(path);
  const to = response.headers.get('location');
  const body = await response.text();
  return {
    status: response.status,
    ...(to !== null && { to }),
    ...(isDocument(response.headers.get('content-type')) && { page: readPage(body) }),
  };
}

/** Follows every link of the shop's own, four at a time. @returns what was found, by path and query */
async function crawl(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const waiting = new Set(['/']);
  const add = (href: string, base: string) => {
    const { origin, pathname, search } = new URL(href, site + base);
    const path = pathname + search;
    if (origin === site && !found.has(path) && !isPicture(path)) waiting.add(path);
  };
  while (waiting.size > 0) {
    const batch = [...waiting].slice(0, 4);
    for (const path of batch) waiting.delete(path);
    const pages = await Promise.all(batch.map(visit));
    for (const [at, one] of pages.entries()) {
      const path = batch[at]!;
      found.set(path, one);
      for (const href of [...(one.page?.links ?? []), ...(one.to ? [one.to] : [])]) add(href, path);
    }
  }
  return found;
}

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));

async function readSitemap(): Promise<string[]> {
  const files = addressesIn(await (await fetch(`${site}/sitemap.xml`)).text());
  const lists = await Promise.all(files.map(async (file) => addressesIn(await (await fetch(file)).text())));
  return lists.flat();
}

// The product form and a set hold the product's own choices (docs/decisions/09-islands-on-intent.md).
test('an island is told at most 2 KB, those of a product 3, in whatever language', async () => {
  const more = ['/cart', '/de/cart', '/fulfillment', '/de/fulfillment'].map((path) => site + path);
  const addresses = [...(await readSitemap()), ...more];
  const tooMuch: string[] = [];
  let islands = 0;
  for (const address of addresses) {
    const html = await (await ask(address.slice(site.length))).text();
    for (const [, name, props = ''] of html.matchAll(
      /<astro-island[^>]*? component-url="[^"]*\/([^"]+)"[^>]*? props="([^"]*)"/g,
    )) {
      islands += 1;
      const size = Buffer.byteLength(props.replaceAll('&quot;', '"'));
      const most = name!.startsWith('ProductForm') || name!.startsWith('OfferSet') ? 3072 : 2048;
      if (size > most) tooMuch.push(`${address}: ${name} ${size}`);
    }
  }
  expect(islands).toBeGreaterThan(addresses.length);
  expect(tooMuch).toEqual([]);
});

test('every link from the home page on leads to a page, and each that may be indexed is in the sitemap under its one address', async () => {
  const found = await crawl();
  const sitemap = await readSitemap();
  const listed = new Set(sitemap);
  expect(listed.size).toBe(sitemap.length);
  const wrong: string[] = [];
  for (const [path, { status, to, page }] of found) {
    const say = (problem: string) => wrong.push(`${path}: ${problem}`);
    if (to !== undefined ? ![301, 302].includes(status) : status !== 200) say(`answers ${status}`);
    if (!page) continue;
    if (page.headings !== 1) say(`has ${page.headings} h1`);
    if (page.lang !== (/^\/de(?:\/|$)/.test(path) ? 'de' : 'en')) say(`says it is in "${page.lang}"`);
    if (/noindex/.test(page.robots)) {
      if (listed.has(site + path)) say('is in the sitemap and not to be indexed');
      continue;
    }
    const [canonical = '', ...others] = page.canonicals;
    if (canonical === '' || others.length > 0) say(`has ${page.canonicals.length} canonical addresses`);
    else if (!listed.has(canonical)) say(`stands in no sitemap as ${canonical}`);
    for (const address of page.alternates) {
      if (!listed.has(address)) say(`has another language at ${address}, which is not in the sitemap`);
    }
  }
  expect(wrong).toEqual([]);
  // What a crawler learns from the sitemap alone would be a page that no shopper finds.
  expect(sitemap.filter((address) => !found.has(address.slice(site.length)))).toEqual([]);
  expect(found.size).toBeGreaterThan(200);
});

/** Rules that speak of style, or that HTML itself does not make. */
const checks = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // React writes attributes as the DOM names them, values of boolean ones, and closed void elements.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'void-style': 'off',
      // An id that begins with an underscore is one.
      'valid-id': ['error', { relaxed: true }],
      // Boxes of one question share their name.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
    },
  }),
);

const templates = [
  '/',
  '/products/tidal-mug',
  '/products/harbour-lamp',
  '/products/galley-napkins',
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

/** Astro's own, which it writes before a page's first island: the one sheet that stands in a body. */
const islandStyle = /<style>astro-island[^<{]*\{display:contents\}<\/style>/;

test('html-validate finds no error in any template', async () => {
  const wrong: string[] = [];
  for (const path of templates) {
    const html = await (await fetch(site + path)).text();
    const { results } = await checks.validateString(html.replace(islandStyle, ''));
    for (const { ruleId, message, selector } of results.flatMap((result) => result.messages))
      wrong.push(`${path}: ${message} (${ruleId}) at ${selector}`);
  }
  expect(wrong).toEqual([]);
});
