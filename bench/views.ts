/** CPU cost of a page view at 200 a second: receiving it, responding, and the batched write each second. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { median } from './median.ts';
import { cpuOf } from './process-cpu.ts';
import { barePort, startBare } from './requests.ts';
import { type BenchShop, shopPort } from './shop.ts';

export interface ViewsMeasured {
  /** µs of CPU per view, without what the server uses at rest; medians of the runs. */
  ours: number;
  bare: number;
  ratio: number;
  runs: [ours: number, bare: number][];
  /** Views sent (`sent`) and views found in the database (`kept`). */
  sent: number;
  kept: number;
}

const perSecond = 200;
/** Number of client IP addresses: the shop rejects more than 1,200 views a minute from one. */
const clients = 20;
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

/** Measures views at a fixed rate. @param load seconds per run, and number of runs */
export async function measureViews(
  shop: BenchShop,
  { seconds, runs }: { seconds: number; runs: number },
): Promise<ViewsMeasured> {
  const agents = Array.from(
    { length: clients },
    (_, index) => new Agent({ keepAlive: true, localAddress: `127.2.0.${index + 1}` }),
  );
  const { body, headers } = await send(agents[0]!, shopPort, 0);
  const bare = await startBare(Buffer.from(body), headers);
  const measured: [number, number][] = [];
  let sent = 1;
  try {
    // The first run warms up both and is not counted.
    for (let run = 0; run <= runs; run++) {
      const ours = await costOf(shop.pid, shopPort, agents, seconds);
      const theirs = await costOf(bare.pid, barePort, agents, seconds);
      sent += seconds * perSecond;
      if (run > 0) measured.push([ours, theirs]);
    }
  } finally {
    bare.stop();
    for (const agent of agents) agent.destroy();
  }
  await pause(1500);
  return {
    ours: median(measured.map(([first]) => first)),
    bare: median(measured.map(([, second]) => second)),
    ratio: median(measured.map(([first, second]) => first / second)),
    runs: measured,
    sent,
    kept: await countKept(shop),
  };
}

async function costOf(pid: number, port: number, agents: readonly Agent[], seconds: number): Promise<number> {
  const idle = await cpuDuring(pid, () => pause(seconds * 500));
  const busy = await cpuDuring(pid, async () => {
    const answers: Promise<unknown>[] = [];
    const began = performance.now();
    for (let count = 0; count < seconds * perSecond; count++) {
      await pause(Math.max(0, began + (count * 1000) / perSecond - performance.now()));
      answers.push(send(agents[count % agents.length]!, port, count));
    }
    await Promise.all(answers);
    // Wait until the recorder has written the queued views.
    await pause(1000);
  });
  return ((busy - idle * 2 * ((seconds + 1) / seconds)) * 1000) / (seconds * perSecond);
}

async function cpuDuring(pid: number, act: () => Promise<unknown>): Promise<number> {
  const before = cpuOf(pid);
  await act();
  return cpuOf(pid) - before;
}

function send(agent: Agent, port: number, count: number): Promise<{ body: string; headers: string[] }> {
  const view = JSON.stringify({
    one_id: '5a6b1c1e-0000-4000-8000-000000000001',
    session_id: `5a6b1c1e-0000-4000-8000-${String(count % 500).padStart(12, '0')}`,
    client_id: '5a6b1c1e-0000-4000-8000-000000000001',
    referer: `http://localhost:${shopPort}/collections/table`,
    first_paint_time: 240,
    ready_time: 410,
    current_url: `http://localhost:${shopPort}/products/tidal-mug`,
    page_type: 'detail',
    extra_params: { view_id: crypto.randomUUID() },
  });
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...{ agent, port, host: '127.0.0.1', path: '/api/v1/page/view', method: 'POST' },
        headers: {
          ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(view) },
          ...{ 'time-zone': 'Europe/Berlin', 'user-agent': userAgent },
        },
      },
      (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        answer.on('end', () => {
          if (!body.includes('"code":0')) reject(new Error(body));
          const headers = answer.rawHeaders.filter((_, at) => !skipped(answer.rawHeaders, at));
          resolve({ body, headers });
        });
      },
    );
    call.on('error', reject);
    call.end(view);
  });
}

/** Headers that Node adds automatically. */
function skipped(raw: readonly string[], at: number): boolean {
  return ['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(
    raw[at - (at % 2)]!.toLowerCase(),
  );
}

async function countKept(shop: BenchShop): Promise<number> {
  const db = await openDatabase(readEnv(shop.env));
  const row = await db.read
    .selectFrom('page_views')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  await db.close();
  return Number(row.count);
}
