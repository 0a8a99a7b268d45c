/** Starts the measured shop (tests/e2e/measured-shop.ts) and waits until it is quiet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fillMeasuredShop } from '../tests/e2e/measured-shop.ts';
import { type ShopProcess, startShop } from '../tests/e2e/shop-process.ts';
import { cpuOf } from './process-cpu.ts';

/** Not shared with the tests, which encode images with less effort. */
const imageStorage = pathToFileURL('node_modules/.cache/atoll-bench-images').href;

export const shopPort = Number(process.env.BENCH_PORT ?? 4390);

export interface BenchShop extends ShopProcess {
  pid: number;
}

/** Starts the shop and waits until it has encoded its images. @param port the sandbox takes the next port */
export async function openShop(port = shopPort): Promise<{ shop: BenchShop; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-bench-'));
  const env = { STORAGE_URL: imageStorage, WARM_IMAGES: '1', SITE_URL: `http://localhost:${port}` };
  await fillMeasuredShop({ DATA_DIR: folder, ...env });
  const started = await startShop(folder, { PORT: String(port), LOG_LEVEL: 'info', ...env }, 'ignore');
  const pid = started.process.pid ?? 0;
  await quiet(pid);
  return {
    shop: { ...started, pid },
    close: async () => {
      await started.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns once the process uses less than 50 ms of CPU in two seconds, or after five minutes. */
export async function quiet(pid: number): Promise<void> {
  const end = Date.now() + 300_000;
  while (Date.now() < end) {
    const before = cpuOf(pid);
    await pause(2000);
    if (cpuOf(pid) - before < 50) return;
  }
}
