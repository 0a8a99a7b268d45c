/**
 * `npm run bench`: measures the shop, with a baseline in the same run. Compare ratios between machines, not absolute figures.
 *
 *   --only requests,views,memory,promotions,orders,buyers,weights,clicks,lighthouse,marketing     --quick  fewer requests and
 *   runs
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres, startCluster } from '../tests/api/harness/postgres-cluster.ts';
import { measured as measuredPaths } from '../tests/e2e/measured-shop.ts';
import { settled } from '../tests/e2e/weigh.ts';
import { measureBuyers } from './buyers.ts';
import { compareCached } from './cached-page.ts';
import { measureClicks } from './clicks.ts';
import { runLighthouse } from './lighthouse.ts';
import { bars, brokenBars } from './lighthouse-figures.ts';
import { compareMarketing } from './marketing.ts';
import { medians } from './median.ts';
import { measureMemory } from './memory.ts';
import { measurePromotions } from './promotions.ts';
import { compare } from './requests.ts';
import { fillShelves, handleAt } from './shelves.ts';
import { type BenchShop, openShop } from './shop.ts';
import { measureViews } from './views.ts';
import { weighPages } from './weights.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const sections = {
  requests,
  views,
  weights: ({ site }: BenchShop) => weighPages(site),
  clicks,
  lighthouse,
  marketing: () => compareMarketing(values.quick ? 3 : 15),
  memory,
  buyers,
  orders,
  promotions,
};
const wanted = values.only?.split(',') ?? Object.keys(sections);
const runs = values.quick ? 3 : 5;
const results: Record<string, unknown> = {};
/** Accept-Encoding of current browsers. */
const asBrowsersAsk = 'gzip, deflate, br, zstd';

const needsShop = wanted.some((name) => !['orders', 'promotions', 'marketing'].includes(name));
const opened = needsShop ? await openShop() : null;
try {
  for (const [name, section] of Object.entries(sections)) {
    if (!wanted.includes(name)) continue;
    console.log(`\n── ${name}`);
    results[name] = await section(opened?.shop as BenchShop);
  }
} finally {
  await opened?.close();
}
mkdirSync('bench/results', { recursive: true });
writeFileSync(
  `bench/results/${new Date().toISOString().replace(/[:.]/g, '-')}.json`,
  JSON.stringify(results, null, 2),
);

/** Returns the path of the first product linked from the home page. */
async function firstProduct(site: string): Promise<string> {
  const html = await (await fetch(`${site}/`)).text();
  return /href="(\/products\/[\w-]+)"/.exec(html)?.[1] ?? '/';
}

async function requests(shop: BenchShop) {
  const product = await firstProduct(shop.site);
  const count = values.quick ? 4000 : 20_000;
  const size = values.quick ? { size: 2000, slices: 10 } : { size: 4000, slices: 30 };
  const cached = {
    br: await compareCached(shop, product, size),
    gzip: await compareCached(shop, product, size, 'gzip'),
  };
  for (const [encoding, compared] of Object.entries(cached)) {
    line(`cached page in ${encoding}`, compared, '≤ 1.15');
    const { lower, upper, total, idle, slices } = compared;
    console.log(
      `  median of ${slices.length} slices, half of them between ${lower.toFixed(2)} and ${upper.toFixed(2)}; all together ${total.toFixed(2)} ×`,
    );
    console.log(
      `  nobody asking: ${idle.ours.toFixed(1)} ms of CPU a second, bare ${idle.bare.toFixed(1)} ms`,
    );
  }
  // Requests each product once, so nothing about it is cached. One extra run warms up. CPU is counted in steps of 10 ms, so a
  // run must last about a second.
  const pages = values.quick ? 300 : 800;
  await fillShelves(shop, 1 + pages * (runs + 1));
  const uncached = await compare(
    shop,
    (request) => `/products/${handleAt(request)}`,
    { ours: pages, bare: count, runs },
    asBrowsersAsk,
  );
  line('uncached product page', uncached, '≤ 200, and 6 ms');
  const apiRead = await compare(shop, () => '/api/v2/country', { ours: count / 4, bare: count, runs });
  line('one API read', apiRead, '');
  return { kept: cached, uncached, apiRead };
}

function line(
  name: string,
  compared: { ours: number; bare: number; ratio: number; bytes: number },
  target: string,
) {
  const { ours, bare, ratio, bytes } = compared;
  console.log(
    `${name.padEnd(24)} ${ours.toFixed(1).padStart(8)} µs CPU, bare node:http with the same ${bytes} B ${bare.toFixed(1).padStart(6)} µs: ` +
      `${ratio.toFixed(2)} × ${target}`,
  );
}

async function views(shop: BenchShop) {
  const load = values.quick ? { seconds: 5, runs } : { seconds: 15, runs };
  const measured = await measureViews(shop, load);
  const { ours, bare, ratio, sent, kept } = measured;
  console.log(
    `a page view, 200 a second: ${ours.toFixed(0)} µs CPU (≤ 400), bare node:http ${bare.toFixed(0)} µs: ${ratio.toFixed(2)} × (≤ 12); ` +
      `${kept} of ${sent} kept`,
  );
  return measured;
}

async function clicks({ site }: BenchShop) {
  const measured = await measureClicks(site, 7);
  const ms = (time: number) => `${time.toFixed(0)} ms`;
  const { slowProcessor, slow4g } = measured;
  console.log(
    `first click on "Add to bag", 4 × slower processor: seen ${ms(slowProcessor.seen)} (≤ 100), line in the drawer ${ms(slowProcessor.line)} (≤ 700); ` +
      `on slow 4G as well: seen ${ms(slow4g.seen)} (≤ 100), line ${ms(slow4g.line)}`,
  );
  return measured;
}

async function memory(shop: BenchShop) {
  const pages = values.quick ? 500 : 5000;
  const measured = await measureMemory(shop, { pages, views: 40 * pages, rounds: 5 });
  const { resting, viewed, purged } = measured;
  console.log(
    `resident memory: at rest ${resting} MB, after ${40 * pages} views of ${pages} product pages ${viewed} MB (≤ 650), ` +
      `and after each of five more rounds with a purge ${purged.join(', ')} MB (≤ 700)`,
  );
  return measured;
}

async function promotions() {
  const measured = await measurePromotions(runs, values.quick ? 4000 : 20_000);
  for (const { lines, promotions: count, micros } of measured.sizes) {
    console.log(
      `${String(lines).padStart(3)} lines, ${String(count).padStart(3)} promotions ${micros.toFixed(1).padStart(8)} µs CPU`,
    );
  }
  const { bare, ratio, exponent, each } = measured;
  console.log(
    `99 lines, 200 promotions: ${ratio.toFixed(1)} × one bare node:http answer of ${bare.toFixed(1)} µs (≤ 60); ` +
      `grows with (lines × promotions)^${exponent.toFixed(2)} (≤ 1), ${each.toFixed(1)} ns for each line and promotion`,
  );
  return measured;
}

async function buyers(shop: BenchShop) {
  const load = values.quick ? { buyers: 50, seconds: 10 } : { buyers: 200, seconds: 60 };
  const measured = await measureBuyers(shop, load);
  const { paid, answers, placing, failures } = measured;
  console.log(
    `${load.buyers} buyers from as many addresses for ${load.seconds} s, server on one core: ${paid} orders paid, ` +
      `${(paid / load.seconds).toFixed(1)} a second; placing one ${placing.median.toFixed(0)} ms, p95 ${placing.p95.toFixed(0)} ms`,
  );
  console.log(
    `  ${Object.entries(answers)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(', ')}`,
  );
  console.log(failures.length === 0 ? '  none failed' : `  failed: ${failures.slice(0, 5).join('; ')}`);
  return measured;
}

async function orders() {
  const count = values.quick ? 20 : 100;
  const sqlite = await ordersOn('SQLite', {}, count);
  const programs = findPostgres();
  if (!programs) {
    console.log('PostgreSQL not run');
    return { sqlite };
  }
  const cluster = await startCluster(programs);
  try {
    return { sqlite, postgres: await ordersOn('PostgreSQL', { DATABASE_URL: cluster.url }, count) };
  } finally {
    await cluster.stop();
  }
}

type OrderRun = Record<'orderCpu' | 'orderWall' | 'insertCpu' | 'insertWall', number>;

async function ordersOn(name: string, env: Record<string, string>, count: number): Promise<OrderRun> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-orders-'));
  const child = spawn(process.execPath, ['bench/orders-process.ts', String(count)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
  const result = medians(JSON.parse(output) as OrderRun[]);
  const { orderCpu, orderWall, insertCpu, insertWall } = result;
  console.log(
    `order placed and paid on ${name.padEnd(10)} ${orderCpu.toFixed(2)} ms CPU, ${orderWall.toFixed(2)} ms; bare INSERT transaction ` +
      `${insertCpu.toFixed(2)} ms CPU, ${insertWall.toFixed(2)} ms: ${(orderCpu / insertCpu).toFixed(1)} × CPU, ${(orderWall / insertWall).toFixed(1)} × time`,
  );
  return result;
}

async function lighthouse({ site }: BenchShop) {
  const measured: Record<string, object> = {};
  const broken: string[] = [];
  for (const { path, skipAudits = [] } of await lighthousePages(site)) {
    // Shoppers get the smallest variant of a page, which is cached only after the first visits.
    await settled(site + path);
    const figures = await runLighthouse(site + path, values.quick ? 1 : runs, skipAudits);
    measured[path] = figures;
    const { performance, accessibility, bestPractices, seo, lcp, tbt, cls, benchmarkIndex, open } = figures;
    console.log(
      `${path.padEnd(36)} performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}, SEO ${seo}; ` +
        `LCP ${Math.round(lcp)} ms, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)} (benchmarkIndex ${Math.round(benchmarkIndex)})` +
        (open.length > 0 ? `; open: ${open.join(', ')}` : '') +
        (skipAudits.length > 0 ? `; without ${skipAudits.join(', ')}` : ''),
    );
    broken.push(...brokenBars(figures).map((bar) => `${path}: ${bar}`));
  }
  console.log(
    `bars: performance ≥ ${bars.performance}, accessibility, best practices, SEO ${bars.seo}, LCP ≤ ${bars.lcp} ms, TBT ≤ ${bars.tbt} ms, CLS ${bars.cls}`,
  );
  console.log(broken.length === 0 ? 'all of them hold' : `not held: ${broken.join('; ')}`);
  return measured;
}

/** Returns one page of each type that the limits apply to. */
async function lighthousePages(site: string): Promise<{ path: string; skipAudits?: string[] }[]> {
  const firstOf = async (map: string) => {
    const text = await (await fetch(`${site}/sitemap/${map}-1.xml`)).text();
    const address = /<loc>([^<]+)/.exec(text)?.[1];
    if (!address) throw new Error(`The sitemap names no ${map}.`);
    return new URL(address).pathname;
  };
  const { collection, product } = measuredPaths;
  return [
    { path: '/' },
    { path: collection },
    { path: product },
    // Search results are deliberately not indexed (docs/decisions/13-search-and-lists.md).
    { path: '/search?q=jug', skipAudits: ['is-crawlable'] },
    { path: '/blogs' },
    { path: await firstOf('articles') },
    { path: await firstOf('pages') },
  ];
}
