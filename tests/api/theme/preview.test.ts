/** Preview for the storefront editor: a page rendered from drafts, none of which is stored (R89). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderedPage } from '#server/cache/stored-page.ts';
import { ClientScheduler } from '#server/core/client-scheduler.ts';
import { createPageDependencies, type PageApi } from '#server/core/page-dependencies.ts';
import { previewListener, previewPath } from '#server/pages/preview.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
let server: Server;
let address: string;
/** Concurrent renders, and their maximum. */
let running = 0;
let most = 0;

/** Renders a page that shows the data it received. */
async function render(path: string, api: PageApi): Promise<RenderedPage> {
  running += 1;
  most = Math.max(most, running);
  if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, 50));
  const [model, header] = [
    await api('GET /api/v1/test/getModel', { query: {} }, createPageDependencies()),
    await api('GET /api/v1/test/getHeader', { query: {} }, createPageDependencies()),
  ];
  const body = Buffer.from(JSON.stringify({ path, model: model.data, logoAlt: header.data?.logoAlt }));
  const status = path === '/nowhere' ? 404 : 200;
  running -= 1;
  return {
    status,
    headers: [],
    body,
    tags: [],
    changesAt: null,
    cacheControl: null,
    maxAge: 0,
    root: '',
    complete: true,
  };
}

async function ask(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { code: number; msg: string; data: { html: string; css: string } | null };
}

beforeAll(async () => {
  shop = await createTestShop();
  await shop.db.transaction((trx) =>
    writeSetting(trx, 'header', settingSchemas.header, { logoAlt: 'Stored' }, shop.clock.now()),
  );
  server = createServer(previewListener(shop.services, render, new ClientScheduler())).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${previewPath}`;
});
afterAll(() => {
  server.close();
});

const home = { richText1: { title: 'Drafted' } };

it('is the page with the drafts over what is stored, and the drafted sheet; nothing is written [EDIT-05, EDIT-06]', async () => {
  const state = async () => ({
    settings: await shop.db.read.selectFrom('settings').selectAll().execute(),
    purges: await shop.db.read.selectFrom('purges').selectAll().execute(),
  });
  const before = await state();
  const settings = { models: { home }, tokens: { 'color-accent': '#123456' } };
  const { code, data } = await ask({ path: '/?edit=true', settings });
  expect(code).toBe(0);
  expect(JSON.parse(data?.html ?? '')).toEqual({ path: '/?edit=true', model: home, logoAlt: 'Stored' });
  expect(data?.css).toContain('--color-accent:#123456');
  expect(await state()).toEqual(before);
  const next = await ask({ path: '/', settings: {} });
  expect(JSON.parse(next.data?.html ?? '')).toMatchObject({ model: {} });
});

it('gives a draft what it leaves out, as a stored setting has it', async () => {
  const css = async (settings: object) => (await ask({ path: '/', settings })).data?.css;
  const stored = await css({});
  expect(stored).toContain('--header-height:');
  expect(await css({ header: {} })).toBe(stored);
});

describe('is refused', () => {
  const refused: [why: string, body: unknown, said: object, headers?: Record<string, string>][] = [
    ['to another site', { path: '/', settings: {} }, { code: 10403 }, { 'sec-fetch-site': 'cross-site' }],
    ['to another origin', { path: '/', settings: {} }, { code: 10403 }, { origin: 'https://evil.example' }],
    [
      'for a setting nobody knows',
      { path: '/', settings: { payments: {} } },
      { code: 10001, msg: 'There is no setting "payments".' },
    ],
    [
      'for a setting that does not fit',
      { path: '/', settings: { header: { headerHeight: 'x' } } },
      { code: 10001, msg: 'header.headerHeight must be a number.' },
    ],
    ['for an address elsewhere', { path: '//evil.example', settings: {} }, { code: 10001 }],
    ['for a page that is not there', { path: '/nowhere', settings: {} }, { code: 10404 }],
    [
      'for a page of more sections than anybody drafts',
      {
        path: '/',
        settings: {
          models: {
            home: Object.fromEntries(
              Array.from({ length: 41 }, (_, at) => [`richText${at}`, home.richText1]),
            ),
          },
        },
      },
      { code: 10001, msg: 'models.home has more than 40 sections.' },
    ],
    [
      'for more than anybody drafts',
      { path: '/', settings: { header: 'x'.repeat(300_000) } },
      { code: 10001 },
    ],
  ];
  it.each(refused)('%s', async (_, body, said, headers = {}) => {
    expect(await ask(body, headers)).toMatchObject({ ...said, data: null });
  });
});

it("is rendered in its client's turn, and refused when one client asks too often", async () => {
  const all = await Promise.all(Array.from({ length: 30 }, () => ask({ path: '/slow', settings: {} })));
  expect(all.filter(({ code }) => code !== 0)).toEqual([]);
  expect(most).toBe(4);
  for (let at = 0; at < 240; at += 1) await ask({ path: '/', settings: {} });
  expect(await ask({ path: '/', settings: {} })).toMatchObject({ code: 10429, data: null });
  shop.clock.advance(10 * 60_000);
  expect((await ask({ path: '/', settings: {} })).code).toBe(0);
});
