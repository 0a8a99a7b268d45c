/** Starts a shop for one test file with its own folder and ports, through server.ts as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnv } from '../program-env.ts';
import { copyTemplate, imageStorage } from '../templates.ts';
import { assertRunning } from './ask.ts';
import { freePort } from './free-port.ts';
import { startArguments } from './start-command.ts';

export interface ShopProcess {
  site: string;
  process: ChildProcess;
  folder: string;
  /** Its environment variables, for another start on the same data. */
  env: Record<string, string>;
  /** Stops it gracefully; resolves with its exit code. */
  end(): Promise<number | null>;
}

export interface DataFolder {
  folder: string;
  remove(): void;
}

/** Returns an empty data folder; call `remove` after the tests. */
export function temporaryFolder(): DataFolder {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-process-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns a data folder with the demo store; call `remove` after the tests. */
export function demoFolder(): DataFolder {
  const data = temporaryFolder();
  copyTemplate('demo', data.folder);
  return data;
}

const running = new Set<ShopProcess>();

/** Stops shops that a failed test left running; call it after each test. */
export async function endShops(): Promise<void> {
  await Promise.all([...running].map((shop) => shop.end()));
}

/** Start timeout, ms: a shop with WARM_IMAGES=1 first encodes the images of its home page’s first screen. */
const startTimeoutMs = 120_000;

/**
 * Starts a shop and waits until it is ready.
 * @param more environment variables; without PORT it listens on a free port
 */
export async function startShop(
  folder: string,
  more: Record<string, string> = {},
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<ShopProcess> {
  const port = more.PORT ?? String(await freePort());
  const site = `http://localhost:${port}`;
  const env = {
    ...programEnv,
    PORT: port,
    SANDBOX_PORT: String(Number(port) + 1),
    SITE_URL: site,
    DATA_DIR: folder,
    STORAGE_URL: imageStorage,
    WARM_IMAGES: '0',
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
    const { ok } = await fetch(`${site}/readyz`).catch(() => ({ ok: false }));
    // Check this last: if our process has ended, another server sent that response.
    assertRunning(child);
    return ok;
  }, startTimeoutMs);
  return shop;
}

/** Polls until the condition holds; a failed connection counts as false. */
export async function until(holds: () => Promise<boolean>, timeoutMs = 45_000): Promise<void> {
  const end = Date.now() + timeoutMs;
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
