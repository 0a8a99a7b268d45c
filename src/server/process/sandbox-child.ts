/**
 * Keeps the sandbox payment provider running beside a shop without keys. It is a process of its own: a server that is
 * killed leaves it its ledger to agree with, so the next one adopts it.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';
import { paymentEnvironment } from '../payments/environment.ts';

export interface SandboxChild {
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
/** The sandbox ends itself when nobody has asked for ten minutes. */
const heartbeat = 20_000;

/** Starts the sandbox, or adopts the one that answers, when payment needs it; null otherwise. */
export async function superviseSandbox(
  env: Env,
  log: { info(message: string): void; warn(message: string): void },
): Promise<SandboxChild | null> {
  if (!paymentEnvironment(env).testMode || env.SANDBOX_URL) return null;
  const url = `http://127.0.0.1:${env.SANDBOX_PORT}/healthz`;
  let pid = await pidOf(url);
  if (pid === null) pid = start(env);
  else log.info(`The sandbox payment provider (process ${pid}) is still there.`);
  const timer = setInterval(async () => {
    // Asking keeps it alive.
    const alive = await pidOf(url);
    if (alive !== null) pid = alive;
    else {
      log.warn('The sandbox payment provider does not answer; starting it anew.');
      pid = start(env);
    }
  }, heartbeat);
  return {
    async stop() {
      clearInterval(timer);
      if (pid) endProcess(pid);
    },
  };
}

function start(env: Env): number | null {
  const child = spawn(process.execPath, [main], {
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(env.SANDBOX_PORT),
      SANDBOX_CONTROL: process.env.SANDBOX_CONTROL,
      DATA_DIR: env.DATA_DIR,
      SITE_URL: env.SITE_URL,
      SHOP_URL: `http://127.0.0.1:${env.PORT}`,
    },
  });
  child.on('error', () => {});
  child.unref();
  return child.pid ?? null;
}

/** Process id of the sandbox that answers there, null when none does. */
async function pidOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    const body = (await response.json()) as { sandbox?: unknown; pid?: unknown };
    return body.sandbox === 'atoll' && typeof body.pid === 'number' ? body.pid : null;
  } catch {
    return null;
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
