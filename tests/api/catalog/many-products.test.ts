/**
 * Many products: what imports and lists take. `npm run soak` does it with the counts of the acceptance list, with nothing
 * else running, and prints the figures; in `npm test`, where other tests use the processors too, a small shop and medians.
 */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { nothingCollected } from '#server/http/collected.ts';
import { localApi } from '#server/http/local-api.ts';
import { isSoak } from '../../fast-check.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { testFolder } from './files.ts';

const count = isSoak ? 100_000 : 2000;
const last = Math.ceil(count / 20);

/** ms of server time. */
const limit = 50;

const collection = 'GET /api/v1/storefront/collection';
const search = 'GET /api/v1/storefront/search';

interface Call {
  name: string;
  key: typeof collection | typeof search;
  query: (at: number) => object;
}

const calls: Call[] = [
  ...[0, 1, 4, 5, 6, 7].flatMap((sort_type): Call[] => [
    {
      name: `first pages, sort ${sort_type}`,
      key: collection,
      query: (at: number) => ({ handle: 'everything', sort_type, page_num: at + 1 }),
    },
    {
      name: `deep pages, sort ${sort_type}`,
      key: collection,
      query: (at: number) => ({
        handle: 'everything',
        sort_type,
        page_num: Math.floor((last * (at + 1)) / 40),
      }),
    },
  ]),
  {
    name: 'a tenth',
    key: collection,
    query: (at: number) => ({ handle: `group-${(at % 10) + 1}`, sort_type: 6, page_num: at + 1 }),
  },
  ...['mug', 'quiet stoneware', 'o', '777', 'stoneware lamp', 'fathom', 'nothing'].map(
    (q): Call => ({
      name: `search "${q}"`,
      key: search,
      query: () => ({ q }),
    }),
  ),
  {
    name: 'search, sorted',
    key: search,
    query: (at: number) => ({ q: 'oak', sort_type: 6, page_num: at + 1 }),
  },
];

interface Import {
  said: string;
  seconds: number;
  /** Most memory the process ever had, MB. */
  megabytes: number;
}

/** Imports as `npm run shop -- import` does, in a process of its own. */
async function importFile(shop: TestShop, file: string): Promise<Import> {
  const script = fileURLToPath(new URL('../../../scripts/shop.ts', import.meta.url));
  const tellMemory = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
  const words = ['--max-semi-space-size=8', '--import', `data:text/javascript,${tellMemory}`];
  const began = performance.now();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...words, script, 'import', file], {
    env: { PATH: process.env.PATH, ...shop.databaseEnv },
  });
  const seconds = (performance.now() - began) / 1000;
  return { said: stdout, seconds, megabytes: Number(stderr.trim()) / 1024 };
}

it(`imports ${count} products, and lists, pages, sorts and searches them within ${limit} ms`, {
  timeout: 600_000,
}, async () => {
  const shop = await createTestShop();
  const file = join(testFolder(), 'many.csv');
  await pipeline(Readable.from(generateCsv(count)), createWriteStream(file));
  const { said, seconds, megabytes } = await importFile(shop, file);
  expect(said).toContain(`${count} products created, 0 changed`);
  expect(said).toContain('0 problems');
  expect(seconds).toBeLessThan(180);
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(400);
  const lines = [
    `${count} products imported in ${seconds.toFixed(1)} s with ${megabytes.toFixed(0)} MB on ${shop.db.dialect}`,
  ];

  const api = localApi(shop.services);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  for (const { name, key, query } of calls) {
    await api(key, { query: query(0) } as never, nothingCollected());
    const times: number[] = [];
    delay.enable();
    for (let at = 0; at < 40; at += 1) {
      const start = performance.now();
      const answer = await api(key, { query: query(at) } as never, nothingCollected());
      times.push(performance.now() - start);
      expect(answer.code).toBe(0);
      await new Promise((next) => setImmediate(next));
    }
    delay.disable();
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)]!;
    lines.push(`${name}: p50 ${times[20]!.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    expect.soft(isSoak ? p95 : times[20], name).toBeLessThanOrEqual(limit);
  }
  if (!isSoak) return;
  const standstill = delay.max / 1e6;
  console.log([...lines, `longest standstill ${standstill.toFixed(0)} ms`].join('\n'));
  expect(standstill).toBeLessThan(limit);
});
