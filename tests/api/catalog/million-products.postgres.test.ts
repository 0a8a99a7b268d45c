/**
 * A shop beyond what a process should hold: PostgreSQL finds its products. `npm run soak` does it with a million, nothing else
 * running, and prints the figures; in `npm test`, where other tests use the processors too, a small shop and medians.
 */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { isSoak } from '../../fast-check.ts';
import { programEnv } from '../../program-env.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { testFolder } from './files.ts';
import { importFile } from './import-file.ts';
import type { Measured } from './measure-finding.ts';

const count = isSoak ? 1_000_000 : 3000;
/** With these and the eleven large ones there are 1,000 collections. */
const ranges = isSoak ? 989 : 20;

/** ms of server time for lists, searches and suggestions alike. */
const limit = 150;
/** MB of a process that serves, and of the import. */
const serving = 700;
const importing = 500;

async function manyProducts(everyNth: number): Promise<{ shop: TestShop; lines: string[] }> {
  const shop = await createTestShop();
  const file = join(testFolder(), 'many.csv');
  await pipeline(Readable.from(generateCsv(count, ranges, everyNth)), createWriteStream(file));
  const { said, seconds, megabytes } = await importFile(shop, file);
  expect(said).toContain(`${count} products created, 0 changed`);
  expect(said).toContain('0 problems');
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(importing);
  return {
    shop,
    lines: [`${count} products imported in ${seconds.toFixed(0)} s with ${megabytes.toFixed(0)} MB`],
  };
}

async function measure(shop: TestShop, inEverything: number): Promise<Measured> {
  const script = fileURLToPath(new URL('./measure-finding.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(inEverything)], {
    env: { ...programEnv, ...shop.databaseEnv, SEARCH: 'postgres', NODE_ENV: 'production' },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Measured;
}

it(`finds among ${count} products in time, without holding them [COLL-09, COLL-10]`, {
  timeout: 3_600_000,
}, async () => {
  const { shop, lines } = await manyProducts(10);
  const { ready, calls, megabytes } = await measure(shop, count / 10);
  lines.push(`tables filled in ${ready.toFixed(0)} s, most memory of the process ${megabytes.toFixed(0)} MB`);
  for (const { name, p50, p95 } of calls) {
    lines.push(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    expect.soft(isSoak ? p95 : p50, name).toBeLessThanOrEqual(limit);
  }
  if (isSoak) console.log(lines.join('\n'));
  expect(megabytes).toBeLessThan(serving);
});
