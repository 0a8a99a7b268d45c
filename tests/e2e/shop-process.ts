/** A shop started by a test itself, with its own folder and ports, through server.ts as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programEnv } from '../program-env.ts';
import { startArguments } from './start-command.ts';

/** Pictures are addressed by their hash, so their forms may outlive a run: making them costs minutes of CPU. */
export const pictureCache = pathToFileURL(
  join(import.meta.dirname, '../../node_modules/.cache/atoll-pictures'),
).href;

export interface ShopProcess {
  site: string;
  process: ChildProcess;
  folder: string;
  /** Its environment, for a second start on the same data. */
  env: Record<string, string>;
  /** Ends it in order; resolves with its exit code. */
  end(): Promise<number | null>;
}

/** A folder of data that is gone when the test is. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-process-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const running = new Set<ShopProcess>();

/** Ends what a failed test left running; call after each test. */
export async function endShops(): Promise<void> {
  await Promise.all([...running].map((shop) => shop.end()));
}

/** How long a start may take, ms: a new shop whose pictures have no forms makes those of its first screens. */
const patience = 120_000;

/** Starts and waits until it is ready to be sent requests. */
export async function startShop(
  port: number,
  folder: string,
  more: Record<string, string> = {},
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<ShopProcess> {
  const site = `http://localhost:${port}`;
  const env = {
    ...programEnv,
    PORT: String(port),
    SANDBOX_PORT: String(port + 1),
    SITE_URL: site,
    DATA_DIR: folder,
    STORAGE_URL: pictureCache,
    LOG_LEVEL: 'error',
    ...more,
  };
  const child = spawn(process.execPath, startArguments, { env, stdio: ['ignore', output, 'inherit'] });
  const ended = once(child, 'exit');
  const shop: ShopProcess = {
    site,
    process: child,
    folder,
    env,
    end: async () => {
      running.delete(shop);
      child.kill('SIGTERM');
      const [code] = await ended;
      return code as number | null;
    },
  };
  running.add(shop);
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`The shop ended with ${child.exitCode} instead of starting.`);
    return (await fetch(`${site}/readyz`)).ok;
  }, patience);
  return shop;
}

/** Asks again until it holds; a failure to connect counts as no. */
export async function until(holds: () => Promise<boolean>, patience = 45_000): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    if (
      await holds().catch((error: unknown) => {
        if (error instanceof TypeError) return false;
        throw error;
      })
    )
      return;
    if (Date.now() > end) throw new Error('It did not come to hold in time.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
