/** A shop started by a test itself, with its own folder and ports, through server.ts as `npm start` does. */
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
  /** Its environment, for a second start on the same data. */
  env: Record<string, string>;
  /** Ends it in order; resolves with its exit code. */
  end(): Promise<number | null>;
}

export interface DataFolder {
  folder: string;
  remove(): void;
}

/** Returns an empty folder of data; call `remove` after the tests. */
export function temporaryFolder(): DataFolder {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-process-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns a folder of data with the demo store in it; call `remove` after the tests. */
export function demoFolder(): DataFolder {
  const data = temporaryFolder();
  copyTemplate('demo', data.folder);
  return data;
}

const running = new Set<ShopProcess>();

/** Ends what a failed test left running; call after each test. */
export async function endShops(): Promise<void> {
  await Promise.all([...running].map((shop) => shop.end()));
}

/** Limit for a start, ms: a shop with WARM_IMAGES=1 first encodes the images of its home page’s first screen. */
const startTimeoutMs = 120_000;

/**
 * Starts a shop and waits until it is ready.
 * @param more variables of its environment; without PORT it listens on a free port
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
    // Looked at last: whoever answers while our own process is dead is another server.
    assertRunning(child);
    return ok;
  }, startTimeoutMs);
  return shop;
}

/** Asks again until it holds; a failure to connect counts as no. */
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
