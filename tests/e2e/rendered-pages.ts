/**
 * Pages of the demo shop with their stored trees in `fixtures/pages`. Run as a program, it rewrites the named snapshots, or all,
 * from the current build: `node scripts/setup.mjs --build && node tests/e2e/rendered-pages.ts cart`. This accepts all their
 * differences, so remove these from `differences.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { treeOf } from './page-tree.ts';
import { endShops, startShop, temporaryFolder, until } from './shop-process.ts';

const folder = join(import.meta.dirname, 'fixtures/pages');

/** File name and path of each page. */
export const renderedPages = {
  home: '/',
  'home-de': '/de/',
  'product-variants': '/products/tidal-mug',
  'product-variants-de': '/de/products/tidal-mug',
  'product-partly-sold-out': '/products/shore-bowl',
  'product-lamp': '/products/harbour-lamp',
  'product-presale': '/products/bollard-side-table',
  'product-customised': '/products/galley-napkins',
  'product-in-set': '/products/windbreak-throw',
  collections: '/collections',
  'collection-table': '/collections/table',
  'collection-table-de': '/de/collections/table',
  'collection-filtered': '/collections/table?product_type=Carafe',
  'collection-page-2': '/collections/everything?page_num=2',
  'collection-sorted': '/collections/table?sort_type=6',
  'search-empty': '/search',
  'search-mug': '/search?q=mug',
  'search-nothing': '/search?q=nothing-of-this-kind',
  blogs: '/blogs',
  article: '/blogs/a-room-with-three-lamps',
  'article-de': '/de/blogs/a-room-with-three-lamps',
  'page-about': '/pages/about',
  'page-unsubscribe': '/pages/unsubscribe',
  'promotion-tier': '/promotions/lay-the-table',
  'promotion-bundle': '/promotions/a-quiet-evening',
  'promotion-oneprice': '/promotions/larger-planters',
  cart: '/cart',
  'order-lookup': '/fulfillment',
  'payment-result': '/pay/result',
  'checkout-unknown': '/1/checkouts/there-is-no-such-checkout-of-anybody-in-this-shop',
  'checkout-newest': '/1/checkouts',
  forbidden: '/forbidden',
  'not-found': '/nothing-here',
  'not-found-product-de': '/de/products/nothing-here',
  'old-address': '/detail?url=tidal-mug',
  'old-collection': '/collection/table',
  robots: '/robots.txt',
  manifest: '/manifest.webmanifest',
  sitemap: '/sitemap.xml',
  'sitemap-products': '/sitemap/products-1.xml',
};

export type RenderedPage = keyof typeof renderedPages;

/** Noon on a working day, long after the date of the demo shop's texts. */
const clock = {
  NODE_OPTIONS: `--import=${new URL('clock.mjs', import.meta.url)}`,
  SHOP_CLOCK: '2026-11-24T12:00:00Z',
};

/** Starts a new demo shop and renders every page. @returns lines of each page; the first has status and type */
export async function renderAll(): Promise<Map<RenderedPage, string[]>> {
  const data = temporaryFolder();
  try {
    const shop = await startShop(data.folder, clock);
    // The bag page reserves space for PayPal's button once the sandbox, a process of its own, responds.
    await until(async () => {
      const response = await fetch(`${shop.site}/api/v1/paypal/multiple`);
      return ((await response.json()) as { data: object | null }).data !== null;
    });
    const pages = new Map<RenderedPage, string[]>();
    for (const [name, path] of Object.entries(renderedPages)) {
      pages.set(name as RenderedPage, await linesOf(shop.site, path));
    }
    return pages;
  } finally {
    await endShops();
    data.remove();
  }
}

async function linesOf(site: string, path: string): Promise<string[]> {
  const response = await fetch(site + path, { redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  const text = (await response.text()).replaceAll(site, 'http://shop');
  const isPage = type.startsWith('text/html') && text !== '';
  const to = response.headers.get('location')?.replace(site, 'http://shop') ?? '';
  const head = [response.status, isPage ? 'page' : type, to].join(' ').trim();
  if (isPage && !to) return [head, ...treeOf(text, 'html')];
  return [head, ...(to ? [] : text.replaceAll('><', '>\n<').split('\n'))];
}

const fileOf = (name: RenderedPage) => join(folder, `${name}.txt.gz`);

export function readKept(name: RenderedPage): string[] {
  return gunzipSync(readFileSync(fileOf(name)))
    .toString()
    .split('\n');
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const [name, lines] of await renderAll()) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    writeFileSync(fileOf(name), gzipSync(lines.join('\n'), { level: 9 }));
    console.log(`${name}: ${lines.length} lines, ${lines[0]}`);
  }
}
