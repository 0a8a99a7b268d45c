/**
 * Runs the payment sandbox for a shop without provider keys, as a separate process: if the server is killed, the sandbox keeps its
 * payments, and the next server uses the same sandbox.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Env } from '../core/env.ts';
import { mayUseSandbox } from '../payments/providers.ts';
import { sandboxUrl, sandboxWebUrl, toReachableHost } from '../payments/sandbox.ts';

const identity = z.object({ pid: z.number().int().min(2), secret: z.string().regex(/^[0-9a-f]{64}$/) });
const answer = z.object({ pid: z.number().int(), proof: z.string() });

/**
 * Returns the process id of this shop's running sandbox; null if nothing or another program responds. The sandbox stores its process id and
 * a secret in a file that only its user can read (src/sandbox/main.ts), and proves that it knows the secret without sending it.
 */
async function livingSandbox(env: Env): Promise<number | null> {
  const storedIdentity = await readIdentity(
    join(env.DATA_DIR, 'sandbox', `process-${env.SANDBOX_PORT}.json`),
  );
  if (!storedIdentity) return null;
  const challenge = randomBytes(16).toString('hex');
  const url = `${sandboxUrl(env)}/healthz?challenge=${challenge}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000), redirect: 'error' });
    const { pid, proof } = answer.parse(await response.json());
    const expected = createHmac('sha256', storedIdentity.secret).update(challenge).digest();
    const receivedProof = Buffer.from(proof, 'hex');
    const isOurs = receivedProof.length === expected.length && timingSafeEqual(receivedProof, expected);
    return isOurs && pid === storedIdentity.pid ? pid : null;
  } catch {
    // There was no response, or it did not come from a sandbox.
    return null;
  }
}

/** Reads the sandbox's process id and secret; returns null if other users could have written the file. */
async function readIdentity(file: string): Promise<z.output<typeof identity> | null> {
  try {
    const { mode, uid } = await stat(file);
    if ((mode & 0o077) !== 0 || uid !== (process.getuid?.() ?? uid)) return null;
    return identity.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

export interface SandboxChild {
  stop(): Promise<void>;
  /** Stops the sandbox after a failed startup, but only if this process started it: a reused one may belong to a running shop. */
  stopOwn(): Promise<void>;
}

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
/** Interval of the requests that keep the sandbox running, ms: the sandbox exits after ten minutes without one. */
const heartbeat = 20_000;

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Starts this shop's payment sandbox, or reuses a running one. Returns null if payments do not need a sandbox. */
export async function superviseSandbox(env: Env, log: Log): Promise<SandboxChild | null> {
  if (!mayUseSandbox(env) || env.SANDBOX_URL) return null;
  const adopted = await livingSandbox(env);
  let child: ChildProcess | null = null;
  if (adopted === null) child = start(env, log);
  else log.info({ sandbox: adopted }, 'sandbox reused');
  const timer = setInterval(async () => {
    // This request also keeps the sandbox from exiting.
    const alive = await livingSandbox(env);
    if (alive !== null || isRunning(child)) return;
    log.warn({ url: sandboxUrl(env) }, 'sandbox restarted');
    child = start(env, log);
  }, heartbeat);
  const stopOwn = () => {
    clearInterval(timer);
    return isRunning(child) && child.kill('SIGTERM');
  };
  return {
    async stop() {
      if (!stopOwn()) await endAdopted(env);
    },
    async stopOwn() {
      stopOwn();
    },
  };
}

function isRunning(child: ChildProcess | null): child is ChildProcess {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function start(env: Env, log: Log): ChildProcess {
  const child = spawn(process.execPath, [main], {
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(env.SANDBOX_PORT),
      SANDBOX_HOST: env.SANDBOX_HOST,
      SANDBOX_URL: sandboxWebUrl(env),
      SANDBOX_CONTROL: process.env.SANDBOX_CONTROL,
      DATA_DIR: env.DATA_DIR,
      SITE_URL: env.SITE_URL,
      SHOP_URL: `http://${toReachableHost(env.HOST)}:${env.PORT}`,
    },
  });
  child.on('error', () => {});
  child.on('exit', (code) => {
    if (code) log.warn({ url: sandboxUrl(env), code }, 'sandbox exited');
  });
  child.unref();
  return child;
}

/**
 * Stops a sandbox that another process started, but only if it has just proved that it belongs to this shop: process ids are reused, and
 * any program can listen on a port.
 */
async function endAdopted(env: Env): Promise<void> {
  const pid = await livingSandbox(env);
  if (pid === null) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The sandbox has already exited.
  }
}
