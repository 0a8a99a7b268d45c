/**
 * Compares the CPU cost of a cached page with bare node:http. Both run in alternating slices: short enough that other load on
 * the machine hits both, long enough that each collects garbage several times. The figures include the shop's background work,
 * which `idle` also reports separately.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { requestHead } from './load.ts';
import { median } from './median.ts';
import { cpuOf, fineCpuOf } from './process-cpu.ts';
import { barePort, fetchOnce, measure, startBare } from './requests.ts';
import { type BenchShop, shopPort } from './shop.ts';

export interface KeptCompared {
  bytes: number;
  /** µs of CPU per request, median of the slices. */
  ours: number;
  bare: number;
  /** Ratio per slice: `ratio` is the median, `lower` and `upper` the quartiles; `total` divides our sum by the baseline's. */
  ratio: number;
  lower: number;
  upper: number;
  total: number;
  /** ms of CPU per second without requests. */
  idle: { ours: number; bare: number };
  slices: [ours: number, bare: number][];
}

const warmUp = 5;
/** ms. Linux counts CPU in steps of 10 ms, so over ten seconds the error is one ms per second. */
const idleFor = 10_000;
/** A page that has not shrunk for this long, ms, is final: the shop recompresses pages every 250 ms. */
const settledAfter = 3000;
/** Timeout for reaching the smallest size, ms. */
const timeoutMs = 60_000;

/** Measures `count.slices` pairs of slices. @param count `size` is the number of requests in a slice */
export async function compareCached(
  shop: BenchShop,
  path: string,
  count: { size: number; slices: number },
  acceptEncoding = 'br',
): Promise<KeptCompared> {
  await smallestForm(path);
  const { body, headers } = await fetchOnce(path, acceptEncoding);
  const baseline = await startBare(body, headers);
  const slices: [number, number][] = [];
  const slice = (pid: number, port: number, address: string) =>
    measure(pid, port, Array(count.size).fill(requestHead(address, acceptEncoding)), fineCpuOf);
  const ours = () => slice(shop.pid, shopPort, path);
  const bare = () => slice(baseline.pid, barePort, '/');
  try {
    for (let turn = -warmUp; turn < count.slices; turn += 1) {
      const first = turn % 2 === 0 ? await ours() : await bare();
      const second = turn % 2 === 0 ? await bare() : await ours();
      if (turn >= 0) slices.push(turn % 2 === 0 ? [first, second] : [second, first]);
    }
    const after = await fetchOnce(path, acceptEncoding);
    if (!after.body.equals(body)) throw new Error('The shop sent other bytes than the baseline.');
    const idle = await idleOf(shop.pid, baseline.pid);
    return { bytes: body.length, ...summary(slices), idle, slices };
  } finally {
    baseline.stop();
  }
}

function summary(slices: [number, number][]) {
  const ours = slices.map(([first]) => first);
  const bare = slices.map(([, second]) => second);
  const ratios = slices.map(([first, second]) => first / second).sort((a, b) => a - b);
  const sum = (all: number[]) => all.reduce((before, each) => before + each, 0);
  return {
    ours: median(ours),
    bare: median(bare),
    ratio: median(ratios),
    lower: ratios[Math.floor(ratios.length / 4)] ?? Number.NaN,
    upper: ratios[Math.floor((ratios.length * 3) / 4)] ?? Number.NaN,
    total: sum(ours) / sum(bare),
  };
}

/** Waits for the smallest variant: before, our CPU would include compression and the bytes would differ. */
async function smallestForm(path: string): Promise<void> {
  const end = Date.now() + timeoutMs;
  let shrunkAt = Date.now();
  for (let smallest = Number.POSITIVE_INFINITY; Date.now() < shrunkAt + settledAfter; await pause(100)) {
    const { length } = (await fetchOnce(path, 'br')).body;
    if (length < smallest) shrunkAt = Date.now();
    smallest = Math.min(smallest, length);
    if (Date.now() > end) throw new Error('The page did not come to its smallest form.');
  }
}

/** Uses `cpuOf`: with `fineCpuOf` a thread that ends during the wait would subtract its time, even below zero. */
async function idleOf(shop: number, baseline: number): Promise<{ ours: number; bare: number }> {
  await pause(1000);
  const before = [cpuOf(shop), cpuOf(baseline)] as const;
  const began = performance.now();
  await pause(idleFor);
  const seconds = (performance.now() - began) / 1000;
  return {
    ours: (cpuOf(shop) - before[0]) / seconds,
    bare: (cpuOf(baseline) - before[1]) / seconds,
  };
}
