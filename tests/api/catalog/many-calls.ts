/** Requests to a shop with many products (csv/generate.ts), in `npm test` and in a soak, and their response times. */
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import type { Services } from '#server/core/services.ts';
import { localApi } from '#server/pages/local-api.ts';

export type CallKind = 'list' | 'filtered' | 'suggestions';

const collection = 'GET /api/v1/storefront/collection';
const search = 'GET /api/v1/storefront/search';
const selector = 'POST /api/v1/productFilterSelector';

export interface Call {
  name: string;
  kind: CallKind;
  key: typeof collection | typeof search | typeof selector;
  input: (at: number) => object;
}

const list = (name: string, query: (at: number) => object): Call => ({
  name,
  kind: 'list',
  key: collection,
  input: (at) => ({ query: query(at) }),
});
const filtered = (name: string, filter: (at: number) => string, handle = 'everything'): Call => ({
  name,
  kind: 'filtered',
  key: collection,
  input: (at) => ({
    query: { handle, filter: filter(at), sort_type: [0, 6, 4][at % 3], page_num: 1 + (at % 4) },
  }),
});
const typing = (text: string): Call => ({
  name: `suggestions while typing "${text}"`,
  kind: 'suggestions',
  key: selector,
  input: (at) => ({ body: { q: text.slice(0, 2 + (at % (text.length - 1))), page_size: 5 } }),
});

/** @param inEverything number of products in the collection `everything`, for requests of deep pages */
export function manyCalls(inEverything: number): Call[] {
  const last = Math.ceil(inEverything / 20);
  return [
    ...[0, 1, 4, 5, 6, 7].flatMap((sort_type): Call[] => [
      list(`first pages, sort ${sort_type}`, (at) => ({ handle: 'everything', sort_type, page_num: at + 1 })),
      list(`deep pages, sort ${sort_type}`, (at) => ({
        handle: 'everything',
        sort_type,
        page_num: Math.floor((last * (at + 1)) / 40),
      })),
    ]),
    list('a tenth', (at) => ({ handle: `group-${(at % 10) + 1}`, sort_type: 6, page_num: at + 1 })),
    filtered('a glaze', (at) => `opt.Glaze=${['Oat', 'Ink'][at % 2]}`),
    filtered('glazes, price, stock', (at) => `opt.Glaze=Oat&opt.Glaze=Sage&in_stock=1&price_max=${20 + at}`),
    filtered(
      'types, makers, tags',
      (at) => `product_type=mug&product_type=bowl&vendor=Quay&vendor=Tern&tag=Group ${(at % 10) + 1}`,
    ),
    filtered('a glaze of a tenth', () => 'opt.Glaze=Rust&price_min=100', 'group-3'),
    filtered('what nothing fits', () => 'vendor=Nobody&opt.Size=Huge'),
    ...['mug', 'quiet stoneware', 'o', '777', 'stoneware lamp', 'fathom', 'nothing', 'stonewaer lapm'].map(
      (q): Call => ({ name: `search "${q}"`, kind: 'list', key: search, input: () => ({ query: { q } }) }),
    ),
    {
      name: 'search, sorted',
      kind: 'list',
      key: search,
      input: (at) => ({ query: { q: 'oak', sort_type: 6, page_num: at + 1 } }),
    },
    {
      name: 'search, filtered',
      kind: 'filtered',
      key: search,
      input: (at) => ({ query: { q: 'oak', filter: `opt.Glaze=Oat&price_min=${at}` } }),
    },
    typing('stoneware'),
    typing('quiet linen throw'),
    typing('stonwaer lmap'),
  ];
}

/** Server time of 40 requests, ms. */
export interface Taken {
  p50: number;
  p95: number;
}

/** Sends 40 requests after an uncounted first one. @throws Error if a response code is not 0 */
export async function timeCall(services: Services, { name, key, input }: Call): Promise<Taken> {
  const api = localApi(services);
  await api(key, input(0) as never, createPageDependencies());
  const times: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    const start = performance.now();
    const answer = await api(key, input(at) as never, createPageDependencies());
    times.push(performance.now() - start);
    if (answer.code !== 0) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    await new Promise((next) => setImmediate(next));
  }
  times.sort((a, b) => a - b);
  return { p50: times[20]!, p95: times[Math.floor(times.length * 0.95)]! };
}
