/**
 * `npm run dev` and the built server render the same: one example of every file in src/pages, and every section on one page.
 * Compares elements, attributes and text of `body` (page-tree.ts), and the complete text of other responses.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@playwright/test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readThemeSetting } from '#server/theme/store.ts';
import { Shopper } from '../backups/shopper.ts';
import { ask, assertRunning } from './ask.ts';
import { freePort } from './free-port.ts';
import { treeOf } from './page-tree.ts';
import { searchInGerman } from './search-in-german.ts';
import {
  type DataFolder,
  demoFolder,
  endShops,
  type ShopProcess,
  startShop,
  temporaryFolder,
  until,
} from './shop-process.ts';

// Astro allows one development server per project, so these tests run in sequence.
test.describe.configure({ mode: 'default', timeout: 120_000 });

/** An example path for each file of src/pages; `TOKEN` is a checkout's token, `HASH` the stylesheet's hash. */
const examples: Record<string, string> = {
  '404.astro': '/nothing-here',
  '500.astro': '/500',
  '503.astro': '/503',
  '[shop_id]/checkouts/[token].astro': '/1/checkouts/TOKEN',
  '[shop_id]/checkouts/index.astro': '/1/checkouts',
  'admin/[...path].astro': '/admin',
  'blogs/[seoUrl].astro': '/blogs/a-room-with-three-lamps',
  'blogs/index.astro': '/blogs',
  'cards/[list].astro': '/cards/1',
  'cards/index.astro': '/cards?items=1',
  'cart.astro': '/cart',
  'collection/[name].astro': '/collection/table',
  'collections/[name]/index.astro': '/de/collections/table?product_type=Carafe',
  'collections/[name]/products/[product].astro': '/collections/table/products/tidal-mug',
  'collections/index.astro': '/collections',
  'detail.astro': '/detail?url=tidal-mug',
  'forbidden.astro': '/forbidden',
  'forgot.astro': '/forgot',
  'login.astro': '/login?return_url=%2Fcart',
  'pages/verify.astro': '/pages/verify',
  'register.astro': '/register',
  'reset-pwd.astro': '/reset-pwd?code=x',
  'user-info.astro': '/user-info',
  'wishlist.astro': '/wishlist',
  'fulfillment.astro': '/fulfillment',
  'fulfillment/invoice.astro': '/fulfillment/invoice',
  'index.astro': '/',
  'manifest.webmanifest.ts': '/manifest.webmanifest',
  'pages/[handle].astro': '/de/pages/about',
  'pages/back-in-stock.astro': '/pages/back-in-stock',
  'pages/unsubscribe.astro': '/pages/unsubscribe',
  'pay/result.astro': '/pay/result',
  'products/[seoUrl].astro': '/products/galley-napkins',
  'promotions/[seoUrl].astro': '/promotions/a-quiet-evening',
  'promotions/index.astro': '/promotions',
  'robots.txt.ts': '/robots.txt',
  'search.astro': '/search?q=mug',
  'sitemap.xml.ts': '/sitemap.xml',
  'sitemap/[file].xml.ts': '/sitemap/products-1.xml',
  'texts-[name].json.ts': '/texts-de-0.json',
  'theme-[hash].css.ts': '/theme-HASH.css',
};

const pageFiles = globSync('**/*.{astro,ts}', { cwd: 'src/pages' }).sort();
const sectionNames = globSync('src/sections/**/*.astro')
  .map((file) => basename(file, '.astro'))
  .filter((name) => name !== 'Sections')
  .map((name) => name[0]?.toLowerCase() + name.slice(1))
  .sort();

let data: DataFolder;
test.beforeAll(() => {
  data = demoFolder();
});
test.afterAll(() => data.remove());
test.afterEach(endShops);

/** Puts every section type on the home page. @returns the number of sections */
async function showAllSections(shop: ShopProcess): Promise<number> {
  const db = await openDatabase(readEnv(shop.env));
  try {
    const demo = await readThemeSetting(db.read, 'models');
    const [banner] = Object.values(demo.home ?? {});
    const [slide] = (banner?.items ?? []) as { picture: unknown }[];
    const home = {
      ...demo.home,
      ...Object.fromEntries(Object.entries(demo.about ?? {}).map(([key, fields]) => [`${key}1`, fields])),
      video90: { title: 'A film', video: '/films/kiln.mp4', poster: slide?.picture },
      trust91: { title: 'Why here' },
      subscribe92: { title: 'A letter' },
    };
    const shown = new Set(Object.keys(home).map((key) => key.replace(/\d+$/, '')));
    expect([...shown].sort()).toEqual(sectionNames);
    await db.transaction((trx) =>
      writeSetting(trx, 'models', settingSchemas.models, { ...demo, home }, Date.now()),
    );
    return Object.keys(home).length;
  } finally {
    await db.close();
  }
}

interface Development {
  site: string;
  process: ChildProcess;
  end(): Promise<void>;
}

/** Starts `npm run dev` on the same data and public URL. */
async function startDevelopment({ env }: ShopProcess): Promise<Development> {
  const port = await freePort();
  const own = { PORT: String(port), NODE_ENV: 'development', ASTRO_TELEMETRY_DISABLED: '1' };
  const process = spawn('node_modules/.bin/astro', ['dev'], { env: { ...env, ...own }, stdio: 'ignore' });
  const ended = once(process, 'exit');
  return {
    site: `http://localhost:${port}`,
    process,
    end: async () => {
      process.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns what must be identical: status, redirect target, and the page. */
async function read(
  { site, process }: Pick<Development, 'site' | 'process'>,
  path: string,
): Promise<string[]> {
  assertRunning(process);
  // Does not retry after Retry-After: one of the pages is that of a busy shop.
  const response = await fetch(site + path, { redirect: 'manual' });
  const text = await response.text();
  const to = response.headers.get('location') ?? '';
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const head = `${response.status} ${type} ${to}`;
  // The build minifies stylesheets.
  if (to || type.startsWith('text/css')) return [head];
  // A list of cards is a fragment without a body.
  const page = text.includes('<body') ? text : `<body>${text}</body>`;
  return [head, ...(type.startsWith('text/html') ? treeOf(page, 'body') : text.split('\n'))];
}

/** Returns the number of sections on a page. */
function sectionsIn(html: string): number {
  const [main] = DomUtils.getElementsByTagName('main', parseDocument(html));
  return (main?.children ?? []).filter((child) => 'name' in child && child.name === 'section').length;
}

/** Returns the first difference with some context, or ''. */
function firstDifference(built: string[], dev: string[]): string {
  const [one, other] = [built.join('\n'), dev.join('\n')];
  if (one === other) return '';
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100);
  return `built …${around(one)}…\n  dev …${around(other)}…`;
}

test('every page and every section is the same from npm run dev and from the built server', {
  tag: '@all',
}, async () => {
  expect(pageFiles).toEqual(Object.keys(examples).sort());
  const shop = await startShop(data.folder);
  const sections = await showAllSections(shop);
  const dev = await startDevelopment(shop);
  try {
    const shopper = new Shopper(shop.site, 'ada@example.com');
    const token = await shopper.checkout([await shopper.line('tidal-mug', 'MAR-TA-MUG-SAGE')]);
    const builtHome = await (await fetch(shop.site)).text();
    const hash = /theme-([\w-]+)\.css/.exec(builtHome)?.[1] ?? 'none';
    await until(async () => (await ask(dev.site, dev.process)).status === 200, 90_000);
    const different: string[] = [];
    for (const [file, example] of Object.entries(examples)) {
      // Shared renders give the error page its logo and menu, and `npm run dev` has none.
      if (file === '500.astro') continue;
      const path = example.replace('TOKEN', token).replace('HASH', hash);
      const [built = [], developed = []] = await Promise.all([shop, dev].map((one) => read(one, path)));
      const difference = firstDifference(built, developed);
      if (difference !== '') different.push(`${file}, ${path}: ${difference}`);
    }
    expect(different).toEqual([]);
    // No section was omitted for invalid fields; recently viewed products are only a placeholder here.
    expect(sectionsIn(await (await fetch(dev.site)).text())).toBe(sections - 1);
  } finally {
    await dev.end();
  }
});

test('npm run dev answers pages and calls from the same sources, on PORT or on --port, and knows its address by it', {
  tag: '@all',
}, async () => {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const own = temporaryFolder();
  const { PORT: _port, SITE_URL: _site, SANDBOX_PORT: _sandbox, ...inherited } = process.env;
  try {
    for (const [words, given] of [
      [[], { PORT: String(port) }],
      [['--port', String(port)], {}],
    ] as const) {
      const dev = spawn('node_modules/.bin/astro', ['dev', ...words], {
        env: {
          ...inherited,
          ...given,
          ASTRO_TELEMETRY_DISABLED: '1',
          DATA_DIR: own.folder,
          LOG_LEVEL: 'error',
          NODE_ENV: 'development',
        },
        stdio: 'ignore',
      });
      try {
        await until(async () => (await ask(`${site}/`, dev)).status === 200, 90_000);
        const page = await (await fetch(`${site}/`)).text();
        expect(page).toContain('<h1');
        expect(page).toContain(`<link rel="canonical" href="${site}/"`);
        // A request from the shop's own pages does not count as cross-origin.
        const priced = await fetch(`${site}/api/v1/cart/variant/price`, {
          method: 'POST',
          headers: { origin: site, 'content-type': 'application/json' },
          body: '[]',
        });
        expect(((await priced.json()) as { code: number }).code).not.toBe(10403);
        const time = await fetch(`${site}/api/v1/getSysTime`);
        expect(((await time.json()) as { code: number }).code).toBe(0);
        for (let page = 1; page <= 3; page += 1) await searchInGerman(site, page, dev);
      } finally {
        dev.kill('SIGTERM');
        await once(dev, 'exit');
      }
    }
  } finally {
    own.remove();
  }
});
