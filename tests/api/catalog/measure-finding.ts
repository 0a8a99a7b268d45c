/**
 * A process of its own that finds products as the environment says: fills what it finds them by, takes the times of the many calls and
 * says on its last line what it took, as JSON. Argument: products of the collection `everything`.
 */
import { readFileSync } from 'node:fs';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { syncedTables } from '#server/search/postgres/postgres-search.ts';
import { makeWorld } from '../harness/services.ts';
import { manyCalls, type Taken, timeCall } from './many-calls.ts';

export interface Measured {
  /** Seconds until the first answer could be given. */
  ready: number;
  calls: (Taken & { name: string })[];
  /** Most memory the process ever had, MB. */
  megabytes: number;
}

const variables = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);
const db = await openDatabase(readEnv(variables));
const { services } = makeWorld(db, variables, Date.now());
const began = performance.now();
await syncedTables(services).follow();
const ready = (performance.now() - began) / 1000;
const calls: Measured['calls'] = [];
for (const call of manyCalls(Number(process.argv[2])))
  calls.push({ name: call.name, ...(await timeCall(services, call)) });
await db.close();
const own = /VmHWM:\s*(\d+)/.exec(
  process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '',
);
const kilobytes = own ? Number(own[1]) : process.resourceUsage().maxRSS;
const measured: Measured = { ready, calls, megabytes: kilobytes / 1024 };
console.log(JSON.stringify(measured));
