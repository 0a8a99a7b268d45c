/** CPU per request of our server, compared with bare node:http that sends the same bytes and headers. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startArguments } from '../tests/e2e/start-command.ts';
import { load, requestHead } from './load.ts';
import { median } from './median.ts';
import { cpuOf } from './process-cpu.ts';
import { type BenchShop, shopPort } from './shop.ts';

export interface Compared {
  bytes: number;
  /** µs of CPU per request, median of the runs. */
  ours: number;
  bare: number;
  ratio: number;
  runs: [ours: number, bare: number][];
}

export const barePort = shopPort + 5;
const connections = 16;

/**
 * Compares the shop with the baseline, which sends the body and headers of the shop's first response.
 * @param pathOf the path of the nth request to the shop; constant for a cached page
 * @param count requests per run to the shop and to the baseline, and counted runs
 */
export async function compare(
  shop: BenchShop,
  pathOf: (request: number) => string,
  count: { ours: number; bare: number; runs: number },
  acceptEncoding = 'br',
): Promise<Compared> {
  const { body, headers } = await fetchOnce(pathOf(0), acceptEncoding);
  const baseline = await startBare(body, headers);
  const runs: [number, number][] = [];
  let sent = 1;
  try {
    // The first run warms up both and is not counted.
    for (let run = 0; run <= count.runs; run += 1) {
      const heads = Array.from({ length: count.ours }, () => requestHead(pathOf(sent++), acceptEncoding));
      const ours = await measure(shop.pid, shopPort, heads);
      const bare = await measure(baseline.pid, barePort, Array(count.bare).fill(requestHead('/', 'br')));
      if (run > 0) runs.push([ours, bare]);
    }
  } finally {
    baseline.stop();
  }
  const [ours, bare] = [median(runs.map(([first]) => first)), median(runs.map(([, second]) => second))];
  return {
    bytes: body.length,
    ours,
    bare,
    ratio: median(runs.map(([first, second]) => first / second)),
    runs,
  };
}

/** Returns the µs of CPU that a process spends per request. @param cpu reads its CPU time so far, ms */
export async function measure(pid: number, port: number, heads: string[], cpu = cpuOf): Promise<number> {
  const before = cpu(pid);
  await load({ port, heads, connections });
  return ((cpu(pid) - before) * 1000) / heads.length;
}

export function fetchOnce(
  path: string,
  acceptEncoding: string,
): Promise<{ body: Buffer; headers: string[] }> {
  return new Promise((resolve, reject) => {
    get({ port: shopPort, path, headers: { 'accept-encoding': acceptEncoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const raw = answer.rawHeaders;
        const headers: string[] = [];
        for (let at = 0; at < raw.length; at += 2) {
          const [name = '', value = ''] = raw.slice(at, at + 2);
          if (!['date', 'connection', 'keep-alive'].includes(name.toLowerCase())) headers.push(name, value);
        }
        resolve({ body: Buffer.concat(chunks), headers });
      });
    }).on('error', reject);
  });
}

/** Starts the baseline, which answers every request with these bytes. */
export async function startBare(body: Buffer, headers: string[]): Promise<{ pid: number; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bare-'));
  const [bodyFile, headersFile] = [join(folder, 'body'), join(folder, 'headers')];
  writeFileSync(bodyFile, body);
  writeFileSync(headersFile, JSON.stringify(headers));
  // Use the shop's own Node flags, so that they favour neither side.
  const flags = startArguments.filter((argument) => argument.startsWith('-'));
  const child = spawn(
    process.execPath,
    [...flags, 'bench/bare.ts', bodyFile, headersFile, String(barePort)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  rmSync(folder, { recursive: true });
  return { pid: child.pid ?? 0, stop: () => void child.kill() };
}
