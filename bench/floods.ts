/**
 * `node bench/floods.ts`: one client requests 200 unique URLs a second, type by type, while another reads cached and new pages.
 * Prints both clients' responses and the other's response times. X-Forwarded-For (TRUSTED_PROXIES) distinguishes them.
 *
 *   --seconds 30     of each type     --only variant,search     these types
 */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoFolder, startShop } from '../tests/e2e/shop-process.ts';
import { fillShelves, handleAt } from './shelves.ts';
import { quiet } from './shop.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, only: { type: 'string' } },
});
const seconds = Number(values.seconds);
const perSecond = 200;
/** Requests of the other client: this many cached pages and this many new ones per second. */
const readsPerSecond = 5;

/** `aaaa`, `aaab` …: unique suffixes that look like the region of a language tag. */
const letters = (count: number) =>
  [17_576, 676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(count / unit) % 26))).join('');

/** URLs of the flood by type. */
const kinds: Record<string, (count: number) => string> = {
  // Control: shows how the machine itself behaves under load, because a cached page costs almost nothing.
  'a cached page': () => '/',
  variant: (count) => `/products/tidal-mug?variant=${1_000_000_000 + count}`,
  'map id': (count) => `/collections/table?map_id=${1_000_000_000 + count}`,
  'page number': (count) => `/collections/table?page_num=${1000 + count}`,
  filter: (count) => `/collections/table?opt.Glaze=glaze-${count}`,
  search: (count) => `/search?q=word${count}`,
  'unknown path': (count) => `/nothing-${count}`,
  'unknown handle': (count) => `/products/nothing-${count}`,
  'other collection': (count) => `/collections/no-${count}/products/tidal-mug`,
  'other language': (count) => `/de/products/nothing-${count}`,
  'unknown language': (count) => `/zz-${letters(count)}/products/tidal-mug`,
  cart: (count) => `/cart?x=${count}`,
  fulfillment: (count) => `/fulfillment?order_no=X${count}`,
};
const wanted = values.only?.split(',') ?? Object.keys(kinds);

const data = demoFolder();
const shop = await startShop(data.folder, { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' }, 'ignore');
const pid = shop.process.pid ?? 0;
/** Separate connection pools, so that the other client never queues behind the flood. */
const agents = {
  flood: new Agent({ keepAlive: true, maxSockets: 500 }),
  other: new Agent({ keepAlive: true }),
};
let shelf = 0;
/** Pages the other client reads that are in no cache: an unseen product, a search, a filtered list, its bag. */
const newPages = [
  () => `/products/${handleAt(shelf++)}`,
  () => `/search?q=mug+${shelf++}`,
  () => `/collections/table?price_max=${100 + shelf++}`,
  () => '/cart',
];

try {
  await fillShelves({ ...shop, pid }, wanted.length * readsPerSecond * seconds);
  const cached = ['/', '/collections/table', '/products/tidal-mug'];
  for (const path of cached) await ask(path, 'other');
  for (const kind of wanted) console.log(kind.padEnd(17), await attack(kinds[kind]!, cached));
} finally {
  for (const agent of Object.values(agents)) agent.destroy();
  await shop.end();
  data.remove();
}

async function attack(url: (count: number) => string, cached: readonly string[]): Promise<string> {
  await quiet(pid);
  const flood: Promise<Answer>[] = [];
  const pages = { cached: [] as Promise<Answer>[], new: [] as Promise<Answer>[] };
  const began = performance.now();
  for (let count = 0; count < seconds * perSecond; count += 1) {
    await pause(Math.max(0, began + (count * 1000) / perSecond - performance.now()));
    flood.push(ask(url(count), 'flood'));
    // Starts after the first second, when the flood is at full rate.
    if (count < perSecond || count % (perSecond / readsPerSecond) !== 0) continue;
    const read = count / (perSecond / readsPerSecond);
    pages.cached.push(ask(cached[read % cached.length]!, 'other'));
    pages.new.push(ask(newPages[read % newPages.length]!(), 'other'));
  }
  const others = await Promise.all([told('cached', pages.cached), told('new', pages.new)]);
  return `flood ${statuses(await Promise.all(flood))}; other client: ${others.join('; ')}`;
}

async function told(name: string, asked: Promise<Answer>[]): Promise<string> {
  const answers = await Promise.all(asked);
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (part: number) => `${Math.round(times[Math.floor(times.length * part)] ?? 0)}`;
  return `${name} ${statuses(answers)}, p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(0.999)} ms`;
}

function statuses(answers: readonly Answer[]): string {
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status));
  return counts.map(([status, each]) => `${each?.length} × ${status}`).join(', ');
}

interface Answer {
  /** 0 if the connection failed. */
  status: number;
  ms: number;
}

function ask(path: string, client: 'flood' | 'other'): Promise<Answer> {
  const headers = {
    'accept-encoding': 'br',
    'x-forwarded-for': client === 'flood' ? '198.51.100.7' : '203.0.113.1',
  };
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status = 0) => resolve({ status, ms: performance.now() - began });
    get({ host: '127.0.0.1', port: shop.env.PORT, path, headers, agent: agents[client] }, (answer) => {
      answer.resume().on('end', () => end(answer.statusCode));
    }).on('error', () => end());
  });
}
