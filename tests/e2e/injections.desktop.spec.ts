/** Texts that merchants and shoppers write stay text: parsed with Chromium's own parser, and some pages opened. */
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { readEnv } from '#server/core/env.ts';
import { startServices } from '#server/process/start-services.ts';
import { injections } from '../injected-texts.ts';
import { imageStorage } from '../templates.ts';
import { ask } from './ask.ts';
import { expect, scriptsReady, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { injection, spoiledProduct, spoiledTexts, spoilShop } from './injections.ts';
import { type DataFolder, demoFolder, endShops, startShop } from './shop-process.ts';
import { orderSpoiled, type SpoiledOrders } from './spoiled-orders.ts';

const port = String(await freePort());
const site = `http://localhost:${port}`;

test.describe.configure({ mode: 'default', timeout: 120_000 });
test.use({ baseURL: site });

let data: DataFolder;
let orders: SpoiledOrders;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  const env = { DATA_DIR: data.folder, STORAGE_URL: imageStorage, SITE_URL: site };
  const { services, stop } = await startServices(readEnv(env), pino({ level: 'silent' }));
  let replaced = 0;
  try {
    replaced = await spoilShop(services);
    orders = await orderSpoiled(services);
  } finally {
    await stop();
  }
  // Every text is in some setting.
  expect(replaced).toBeGreaterThan(2 * injections.length);
  await startShop(data.folder, { PORT: port });
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

const each = (path: (at: number) => string) => spoiledTexts.map((_, at) => path(at));
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
  '/promotions/lay-the-table',
  '/promotions/a-quiet-evening',
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
  ...each((at) => `/fulfillment/invoice?order_no=${escaped(at)}&token=${escaped(at + 1)}`),
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
          const response = await ask(site + path);
          const type = response.headers.get('content-type') ?? '';
          return { path, status: response.status, type, text: await response.text() };
        }),
      )),
    );
  }
  return answers;
}

/** Finds markup that a document must not contain, with Chromium's parser and without running it. */
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
    )) {
      // Emails have no stylesheet, so their style is inline.
      if (path.startsWith('/mail/') && element.matches('[style]:not([hit])')) continue;
      say(`holds ${element.outerHTML.slice(0, 200)}`);
    }
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

test(`${injections.length} texts in every place that a merchant or a shopper can write, and wherever it is shown again, break out of none`, {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/robots.txt');
  const answers = await readAll([...documents, ...orders.paths, ...files]);
  expect(answers.filter(({ path, status }) => orders.paths.includes(path) && status !== 200)).toEqual([]);
  for (const [at, mail] of orders.mails.entries())
    answers.push({ path: `/mail/${at}`, status: 200, type: 'text/html', text: mail });
  expect(answers.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([]);
  const breaks: string[] = [];
  for (let from = 0; from < answers.length; from += 20)
    breaks.push(...(await page.evaluate(findBreaks, answers.slice(from, from + 20))));
  expect(breaks).toEqual([]);
});

/** Opens a page with scripts. An injected text that runs logs an error, which fails the test, as does a policy report. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptsReady(page);
}

test('opened, chosen, bought and asked for, some of them do nothing either', { tag: '@all' }, async ({
  page,
  trouble,
}) => {
  // A merchant's HTML may contain an image; this one does not exist.
  trouble.expect(/404.*\/x\)$/);
  await page.addInitScript(() => {
    Object.assign(globalThis, { atollHit: () => console.error('An injected text ran.') });
  });
  await open(page, '/');
  const at = 3;
  await open(page, `/products/${spoiledProduct(at)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(injection(at).trim());
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
  await expect(page.locator('.card-mask')).toBeVisible();

  await open(page, `/search?q=${encodeURIComponent(injection(4))}`);
  await expect(page.locator('main [type=search]')).toHaveValue(injection(4));
  await open(page, '/cart');
  await expect(page.locator('main')).toContainText(injection(at));

  await open(page, orders.checkout.path);
  await expect(page.getByLabel('First name')).toHaveValue(orders.checkout.firstName);
  await open(page, orders.order.path);
  await expect(page.locator('main')).toContainText(orders.order.street);
  await open(page, orders.order.invoice);
  await expect(page.locator('[data-print]')).toBeVisible();
  await expect(page.locator('main')).toContainText(orders.order.street);
});
