/** CPU per request of our server beside bare node:http that sends the same bytes with the same headers. */
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
 * @param pathOf the address of the nth request to us; always the same one for what is cached
 * @param count requests of one run to us, and to the baseline
 * @param acceptEncoding what the client takes; the baseline sends what we answered it with
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
    // One run of each that is not counted: both warm.
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

/** µs of CPU that a process spends on each of these requests. @param cpu its CPU so far, ms */
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

/** Starts the baseline, which answers everything with these bytes. */
export async function startBare(body: Buffer, headers: string[]): Promise<{ pid: number; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bare-'));
  const [bodyFile, headersFile] = [join(folder, 'body'), join(folder, 'headers')];
  writeFileSync(bodyFile, body);
  writeFileSync(headersFile, JSON.stringify(headers));
  // With the shop's own flags: what they give or take is no merit of either.
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
