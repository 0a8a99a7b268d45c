/** Processes of the shop: several on one port, killed, stopped, and in front of another shop. Without a browser. */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { freePort } from './free-port.ts';
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

const metricsPort = await freePort();
const frontPort = String(await freePort());
/** URL of the shop in front of this one. */
const front = `http://localhost:${frontPort}`;
const changes = process.env.SOAK ? 50 : 3;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let data: DataFolder;
/** The shop under test; each test leaves it running for the next, as its name says. */
let shop: ShopProcess;
test.beforeAll(async () => {
  data = demoFolder();
  shop = await startShop(data.folder, { METRICS_PORT: String(metricsPort), SITE_URL: front });
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

/** Returns the number in the shop's name, which is the title of the home page. */
async function shownNumber(site: string): Promise<number> {
  const response = await fetch(`${site}/`, { headers: { connection: 'close' } });
  return Number(/<title>Shop (\d+)/.exec(await response.text())?.[1] ?? -1);
}

test('100 requests at once for a page that is not kept are served by one render', async () => {
  const renders = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^atoll_page_renders_total (\d+)/m.exec(metrics)?.[1] ?? Number.NaN);
  };
  const before = await renders();
  const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${shop.site}/collections`)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
  expect((await renders()) - before).toBe(1);
});

test('the first, the second and the hundredth page that is not kept pass the middleware and have what integrations add', {
  tag: '@all',
}, async () => {
  for (let page = 1; page <= 100; page += 1) {
    const [policy, scripts] = await searchInGerman(shop.site, page, shop.process);
    for (const text of scripts) expect(policy).toContain(`'sha256-${hash('sha256', text, 'base64')}'`);
  }
});

test('the sandbox outlives a killed server and is taken over by the next', { tag: '@all' }, async () => {
  await until(async () => (await sandboxPid()) > 0);
  const pid = await sandboxPid();
  shop.process.kill('SIGKILL');
  await until(async () => !isRunning(shop.process.pid ?? 0));
  shop = await startShop(data.folder, { PORT: shop.env.PORT!, SITE_URL: front });
  expect(await sandboxPid()).toBe(pid);
});

test('a shop behind API_ORIGIN shows the other one and passes its calls on', { tag: '@all' }, async () => {
  const own = temporaryFolder();
  const before = await startShop(own.folder, { PORT: frontPort, API_ORIGIN: shop.site });
  const home = await fetch(`${before.site}/`);
  expect(home.status).toBe(200);
  const html = await home.text();
  const titleOf = (page: string) => /<title>([^<]+)/.exec(page)?.[1] ?? 'no title';
  expect(titleOf(html)).toBe(titleOf(await (await fetch(`${shop.site}/`)).text()));
  const policy = home.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`frame-src 'self' http://localhost:${shop.env.SANDBOX_PORT}`);
  const picture = /\/media\/[\w/.-]+/.exec(html)?.[0] ?? '';
  expect((await fetch(before.site + picture)).headers.get('content-type')).toMatch(/^image\//);
  const call = async (headers: Record<string, string>) => {
    const answer = await fetch(`${before.site}/api/v1/cart/variant/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '[]',
    });
    return ((await answer.json()) as { code: number }).code;
  };
  expect(await call({ origin: front, 'sec-fetch-site': 'same-origin' })).toBe(0);
  expect(await call({ origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' })).toBe(10403);
  await before.end();
  own.remove();
});

test('a request under way is finished when the shop ends, and no new one is taken; Ctrl-C, which comes from the terminal and from npm, is one', async () => {
  await until(async () => (await sandboxPid()) > 0);
  const sandbox = await sandboxPid();
  const body = JSON.stringify({ checkout_items: [] });
  const sent = request(`${shop.site}/api/v2/cart/discount`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  shop.process.kill('SIGINT');
  const ended = shop.end();
  await until(async () => {
    const refused = await fetch(`${shop.site}/healthz`).then(
      () => false,
      () => true,
    );
    return refused;
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
  expect(await ended).toBe(0);
  await until(async () => !isRunning(sandbox));
});

test('a change shows in each of two processes', async () => {
  shop = await startShop(data.folder, { WORKERS: '2' });
  const db = await openDatabase(readEnv(shop.env));
  // Each request uses a new connection, so that the processes take turns.
  const shown = () => Promise.all(Array.from({ length: 12 }, () => shownNumber(shop.site)));
  // tests/unit/server/cache/neighbours.test.ts tests the limit of two seconds, with a stopped clock.
  for (let number = 1000; number < 1000 + changes; number += 1) {
    await db.transaction((trx) =>
      writeSetting(trx, 'shop', settingSchemas.shop, { name: `Shop ${number}` }, Date.now()),
    );
    await until(async () => (await shown()).every((one) => one === number));
  }
  await db.close();
});

test('a worker that dies is replaced, and the end leaves no process behind', async () => {
  await until(async () => (await sandboxPid()) > 0);
  const sandbox = await sandboxPid();
  const workers = () => childrenOf(shop.process.pid ?? 0).filter((pid) => pid !== sandbox);
  // In a new shop, the second worker starts once the first is ready.
  await until(async () => workers().length === 2);
  const before = workers();
  process.kill(before[0] ?? 0, 'SIGKILL');
  await until(async () => workers().some((pid) => !before.includes(pid)));
  await until(async () => (await fetch(`${shop.site}/healthz`)).ok);
  const all = [...workers(), sandbox];
  expect(await shop.end()).toBe(0);
  await until(async () => all.every((pid) => !isRunning(pid)));
});

async function sandboxPid(): Promise<number> {
  const health = await fetch(`http://localhost:${shop.env.SANDBOX_PORT}/healthz`);
  return ((await health.json()) as { pid: number }).pid;
}

function childrenOf(parent: number): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,ppid=', '-A'], { encoding: 'utf8' });
  return list
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid && ppid === parent ? [pid] : []));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
