/** Crawls every link of the shop without scripts. Uses its own shop because the crawl floods it. */
import { expect, test } from '@playwright/test';
import { ask } from './ask.ts';
import { type CrawledPage, readPage } from './read-page.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop } from './shop-process.ts';

let data: DataFolder;
let shop: ShopProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder);
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

const isDocument = (type: string | null) => type?.startsWith('text/html') === true;
/** Skips images: the server would encode each variant, and other tests request them. */
const isPicture = (path: string) => path.startsWith('/media/');

interface Found {
  status: number;
  /** Target of a redirect. */
  to?: string;
  page?: CrawledPage;
}

async function visit(path: string): Promise<Found> {
  const response = await ask(shop.site + path, shop.process);
  const to = response.headers.get('location');
  const body = await response.text();
  return {
    status: response.status,
    ...(to !== null && { to }),
    ...(isDocument(response.headers.get('content-type')) && { page: readPage(body) }),
  };
}

/** Follows every internal link, four at a time. @returns responses by path and query */
async function crawl(): Promise<Map<string, Found>> {
  const { site } = shop;
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
  const read = async (address: string) => addressesIn(await (await ask(address, shop.process)).text());
  const files = await read(`${shop.site}/sitemap.xml`);
  const lists = await Promise.all(files.map(read));
  return lists.flat();
}

test('every link from the home page on leads to a page, and each that may be indexed is in the sitemap under its one address', {
  tag: '@all',
}, async () => {
  const { site } = shop;
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
  // A page that only the sitemap lists is one that shoppers cannot reach.
  expect(sitemap.filter((address) => !found.has(address.slice(site.length)))).toEqual([]);
  expect(found.size).toBeGreaterThan(200);
});
