/** Separate process of bench/million.ts: loads the index, times the calls and prints the results with its memory. */
import { readFileSync } from 'node:fs';
import { openDatabase } from '#server/db/open-database.ts';
import { createSearchPricing } from '#server/search/pricing.ts';
import { syncedIndex } from '#server/search/synced-index.ts';
import { manyCalls, timeCall } from '../tests/api/catalog/many-calls.ts';
import { makeWorld } from '../tests/api/harness/services.ts';

function memory(): string {
  const most =
    process.platform === 'linux'
      ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)
      : process.resourceUsage().maxRSS;
  return `RSS ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB, at most ${(most / 1024).toFixed(0)} MB`;
}

const place = { DATA_DIR: process.env.DATA_DIR ?? '.data' };
const db = await openDatabase(place);
const now = Date.now();
const { services } = makeWorld(db, place, now);
const began = performance.now();
await syncedIndex(services).follow(createSearchPricing([], now));
console.log(`index read: ${((performance.now() - began) / 1000).toFixed(1)} s, ${memory()}`);
for (const call of manyCalls(Number(process.argv[2]))) {
  const { p50, p95 } = await timeCall(services, call);
  console.log(`${call.name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}
console.log(`after the calls: ${memory()}`);
await db.close();
