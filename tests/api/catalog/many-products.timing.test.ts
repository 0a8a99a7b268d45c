/**
 * Measures imports and lists with many products. `npm run soak` uses the full counts with nothing else running, and prints
 * the figures; `npm test`, which shares the CPU with other tests, uses a small shop and medians.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { createSearchPricing } from '#server/search/pricing.ts';
import { syncedIndex } from '#server/search/synced-index.ts';
import { isSoak } from '../../fast-check.ts';
import { createTestShop } from '../harness.ts';
import { testFolder } from './files.ts';
import { importFile } from './import-file.ts';
import { manyCalls, timeCall } from './many-calls.ts';

const count = isSoak ? 100_000 : 2000;
/** Together with the eleven large ones, 989 make 1,000 collections. */
const ranges = isSoak ? 989 : 20;

/** Maximum server time in ms of lists and searches, filtered lists, and suggestions while typing. */
const limits = { list: 50, filtered: 60, suggestions: 40 };

it(`imports ${count} products, and lists, filters, searches and suggests them in time [COLL-09, COLL-10]`, {
  timeout: 900_000,
}, async () => {
  const shop = await createTestShop();
  const file = join(testFolder(), 'many.csv');
  await pipeline(Readable.from(generateCsv(count, ranges)), createWriteStream(file));
  const { said, seconds, megabytes } = await importFile(shop, file);
  expect(said).toContain(`${count} products created, 0 changed`);
  expect(said).toContain('0 problems');
  expect(seconds).toBeLessThan(180);
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(400);
  const lines = [
    `${count} products imported in ${seconds.toFixed(1)} s with ${megabytes.toFixed(0)} MB on ${shop.db.dialect}`,
  ];

  // Never paused: after a restart the monitor would count the pause as a delay.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const opening = performance.now();
  await syncedIndex(shop.services).follow(createSearchPricing([], shop.clock.now()));
  const opened = ((performance.now() - opening) / 1000).toFixed(1);
  lines.push(`index read in ${opened} s, longest standstill ${(delay.max / 1e6).toFixed(0)} ms`);
  for (const call of manyCalls(count)) {
    const { p50, p95 } = await timeCall(shop.services, call);
    lines.push(`${call.name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    expect.soft(isSoak ? p95 : p50, call.name).toBeLessThanOrEqual(limits[call.kind]);
  }
  delay.disable();
  if (!isSoak) return;
  const standstill = delay.max / 1e6;
  console.log([...lines, `longest standstill ${standstill.toFixed(0)} ms`].join('\n'));
  expect(standstill).toBeLessThan(50);
});
