/** A shop started by a test itself, with its own folder and ports, through server.ts as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnv } from '../program-env.ts';
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
  });
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
