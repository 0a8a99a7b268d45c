/** Resident memory of the shop while many products are viewed, and while every page is purged repeatedly. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { purge } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { load, requestHead } from './load.ts';
import { fillShelves, handleAt } from './shelves.ts';
import { type BenchShop, shopPort } from './shop.ts';

export interface MemoryMeasured {
  /** MB, resident. */
  resting: number;
  viewed: number;
  /** After each round of `views` requests and a purge of every page. */
  purged: number[];
}

/** Wait until the shop has received a purge, ms. */
const hearing = 2000;

/** Returns the memory at rest and after each round. @param count distinct pages, views per round, further rounds */
export async function measureMemory(
  shop: BenchShop,
  count: { pages: number; views: number; rounds: number },
): Promise<MemoryMeasured> {
  await fillShelves(shop, count.pages);
  const resting = residentOf(shop.pid);
  const heads = Array.from({ length: count.views }, (_, view) =>
    requestHead(`/products/${handleAt(view % count.pages)}`, 'br'),
  );
  const view = () => load({ port: shopPort, heads, connections: 16 });
  await view();
  const viewed = residentOf(shop.pid);
  const purged: number[] = [];
  const db = await openDatabase(readEnv(shop.env));
  for (let round = 0; round < count.rounds; round += 1) {
    await db.transaction((trx) => purge(trx, [tags.setting('shop')], Date.now()));
    await pause(hearing);
    await view();
    purged.push(residentOf(shop.pid));
  }
  await db.close();
  return { resting, viewed, purged };
}

function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
