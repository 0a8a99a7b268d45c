/** Whatever merchants and shoppers write stays text: read with Chromium's own parser, and some of it opened. */
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { readEnv } from '#server/env.ts';
import { start } from '#server/start.ts';
import { expect, scriptsReady, test } from './fixtures.ts';
import { injection, injections, spoiledProduct, spoilShop } from './injections.ts';
import { pictureCache } from './measured-shop.ts';
import { ports } from './ports.ts';
import { endShops, startShop, temporaryFolder } from './shop-process.ts';

const site = `http://localhost:${ports.injections}`;

test.describe.configure({ mode: 'default', timeout: 120_000 });
test.use({ baseURL: site });

let data: ReturnType<typeof temporaryFolder>;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = temporaryFolder();
  const env = { DATA_DIR: data.folder, STORAGE_URL: pictureCache, SITE_URL: site };
  const { services, stop } = await start(readEnv(env), pino({ level: 'silent' }));
  const replaced = await spoilShop(services).finally(stop);
  // Every text stands in some setting.
  expect(replaced).toBeGreaterThan(2 * injections.length);
  await startShop(ports.injections, data.folder, { STORAGE_URL: pictureCache, SITE_URL: site });
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

const each = (path: (at: number) => string) => injections.map((_, at) => path(at));
const escaped = (at: number) => encodeURIComponent(injection(at));

const documents = [
  '/',
  '/de/',
  '/collections',
  '/collections/table',
  '/blogs',
  '/pages/about',
  '/cart',
  '/fulfillment',
  ...each((at) => `/products/${spoiledProduct(at)}`),
  ...each(
    (at) =>
      `/collections/spoiled-${at}?tag=${escaped(at)}&opt.Glaze=${escaped(at + 1)}&price_min=${escaped(at + 2)}`,
  ),
  ...each((at) => `/blogs/spoiled-${at}`),
  ...each((at) => `/pages/spoiled-${at}`),
  ...each((at) => `/search?q=${escaped(at)}&type=${escaped(at + 1)}&sort_type=${escaped(at + 2)}`),
  ...each((at) => `/${escaped(at)}?${escaped(at + 1)}=${escaped(at + 2)}`),
  ...each((at) => `/pay/result?order_no=${escaped(at)}&token=${escaped(at + 1)}`),
];
const files = [
  '/sitemap.xml',
  '/sitemap/collections-1.xml',
  '/sitemap/articles-1.xml',
  '/robots.txt',
  '/manifest.webmanifest',
];

interface Answer {
  path: string;
  status: number;
  type: string;
  text: string;
}

async function readAll(paths: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < paths.length; from += 4) {
    answers.push(
      ...(await Promise.all(
        paths.slice(from, from + 4).map(async (path) => {
          const response = await fetch(site + path, { redirect: 'manual' });
          const type = response.headers.get('content-type') ?? '';
          return { path, status: response.status, type, text: await response.text() };
        }),
      )),
    );
  }
  return answers;
}

/** What of a document is not as it should be, by Chromium's parser; nothing of it runs. */
function findBreaks(answers: readonly Answer[]): string[] {
  const addresses = ['href', 'src', 'action', 'formaction', 'poster', 'data', 'xlink:href', 'srcset', 'ping'];
  const ours = new Set([location.origin, 'https://instagram.example', 'https://pinterest.example']);
  const breaks: string[] = [];
  for (const { path, type, text } of answers) {
    const say = (what: string) => breaks.push(`${path}: ${what}`);
    if (!type.startsWith('text/html')) {
      if (
        type.includes('xml') &&
        new DOMParser().parseFromString(text, 'text/xml').querySelector('parsererror')
      )
        say('is not XML');
      if (type.includes('json') || path.endsWith('.webmanifest')) JSON.parse(text);
      continue;
    }
    const page = new DOMParser().parseFromString(text, 'text/html');
    if (page.querySelectorAll('title').length - page.querySelectorAll('svg title').length !== 1)
      say('has no single title');
    for (const element of page.querySelectorAll(
      'x-hit, iframe, object, embed, base, math, animate, frame, [http-equiv], [style], [hit], [srcdoc]',
    ))
      say(`holds ${element.outerHTML.slice(0, 200)}`);
    for (const element of page.querySelectorAll('script, style')) {
      const isData = element.getAttribute('type')?.endsWith('json');
      if (isData) JSON.parse(element.textContent);
      else if (/atollHit|x-hit/.test(element.textContent)) say(`runs ${element.textContent.slice(0, 200)}`);
    }
    const roots: ParentNode[] = [page, ...[...page.querySelectorAll('template')].map((one) => one.content)];
    for (const element of roots.flatMap((root) => [...root.querySelectorAll('*')])) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) say(`listens by ${element.outerHTML.slice(0, 200)}`);
        if (!addresses.includes(name) || value === '' || value.startsWith('#') || value === 'data:,')
          continue;
        for (const address of name === 'srcset'
          ? value.split(', ').map((one) => one.split(' ')[0]!)
          : [value]) {
          const { protocol, origin } = new URL(address, `${location.origin}${path}`);
          const isFine = protocol === 'mailto:' || protocol === 'tel:' || ours.has(origin);
          if (!isFine) say(`leads to ${address} in ${element.outerHTML.slice(0, 200)}`);
        }
      }
    }
  }
  return breaks;
}

test('54 texts in every place that a merchant or a shopper can write break out of none', async ({ page }) => {
  await page.goto('/robots.txt');
  const answers = await readAll([...documents, ...files]);
  expect(answers.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([]);
  const breaks: string[] = [];
  for (let from = 0; from < answers.length; from += 20)
    breaks.push(...(await page.evaluate(findBreaks, answers.slice(from, from + 20))));
  expect(breaks).toEqual([]);
});

/** A page with its scripts at work; what would run says so, which fails the test, as a report of the policy does. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptsReady(page);
}

test('opened, chosen, bought and asked for, some of them do nothing either', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { atollHit: () => console.error('An injected text ran.') });
  });
  for (const path of ['/', '/collections', '/blogs/spoiled-3', '/pages/about', '/fulfillment'])
    await open(page, path);

  // `"><img src=x onerror=…>` as a title, and other breakers as values of its options.
  const at = 3;
  await open(page, `/products/${spoiledProduct(at)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(injection(at));
  const form = page.locator('#buy');
  await form.locator('[type=text]').fill(injection(0));
  await form.locator('[type=submit]').first().click();
  const bag = page.getByRole('dialog').filter({ hasText: injection(at) });
  await expect(bag).toContainText(injection(at + 9).trim());
  await expect(bag).toContainText(injection(0));

  await open(page, '/collections/spoiled-0');
  const card = page.locator('.card[data-product]', { has: page.locator('[data-add]') }).first();
  await card.hover();
  await card.locator('.card-add').click();
  await expect(card.locator('.card-mask')).toBeVisible();

  await open(page, `/search?q=${encodeURIComponent(injection(4))}`);
  await expect(page.locator('main [type=search]')).toHaveValue(injection(4));
  await open(page, '/cart');
  await expect(page.locator('main')).toContainText(injection(at));
});
