/**
 * The sandbox process. It simulates PayPal, Stripe and a card gateway over real HTTP, so that a shop without provider keys can test
 * complete payments. Its ledger is in DATA_DIR/sandbox. The process survives when the shop's server is killed: the server calls `/healthz`
 * at least once a minute, and the sandbox exits after ten minutes without a call.
 *
 * Environment: SANDBOX_PORT, SANDBOX_HOST (default loopback), DATA_DIR, SANDBOX_URL (its URL for browsers), SHOP_URL (receives webhooks),
 * SITE_URL (origin of the pages that may embed its frames), SANDBOX_CONTROL=1 (tests only), SANDBOX_IDLE_MS.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createSandboxApp } from './app.ts';
import type { Sandbox } from './context.ts';
import { openLedger } from './ledger.ts';
import { Scenarios } from './scenarios.ts';
import { deliverDueWebhooks, queueEvent } from './webhooks.ts';

/** Returns the origin of a site; for a loopback site, its origins under all loopback host names. */
function loopbackAliases(siteUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  // CSP sources cannot be IPv6 addresses, so [::1] is left out.
  const names = ['localhost', '127.0.0.1'];
  if (!names.includes(hostname)) return [origin];
  return names.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`);
}

interface Identity {
  /** Returns the HMAC of a challenge, which proves that this process knows the secret. */
  prove(challenge: string): string;
  /** Writes the process id and the secret to a file in the folder. Must be called only after this process has opened its port. */
  write(): void;
}

/**
 * Creates the secret by which the shop recognises this process.
 * @param port part of the file name, so that two shops can share a folder
 */
function newIdentity(folder: string, port: number): Identity {
  const secret = randomBytes(32).toString('hex');
  const file = join(folder, `process-${port}.json`);
  return {
    prove: (challenge) => createHmac('sha256', secret).update(challenge).digest('hex'),
    write() {
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ pid: process.pid, secret }), { mode: 0o600 });
      renameSync(draft, file);
    },
  };
}

const { env } = process;
const port = Number(env.SANDBOX_PORT ?? 4322);
const idleMs = Number(env.SANDBOX_IDLE_MS ?? 600_000);
const folder = join(env.DATA_DIR ?? '.data', 'sandbox');
mkdirSync(folder, { recursive: true });

const siteUrl = env.SITE_URL ?? 'http://localhost:4321';
const sandbox: Sandbox = {
  ledger: openLedger(join(folder, 'ledger.db')),
  scenarios: new Scenarios(),
  publicUrl: (env.SANDBOX_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
  shopUrl: (env.SHOP_URL ?? siteUrl).replace(/\/+$/, ''),
  parentOrigins: loopbackAliases(siteUrl),
  now: Date.now,
  fetch: globalThis.fetch,
  notify: (provider, type, resource) => queueEvent(sandbox, provider, type, resource),
};

const identity = newIdentity(folder, port);
let lastSign = Date.now();
const app = createSandboxApp({
  sandbox,
  allowControl: env.SANDBOX_CONTROL === '1',
  onHeartbeat: () => {
    lastSign = Date.now();
  },
  prove: identity.prove,
});
// The sandbox's keys are public, so the server listens only on loopback unless SANDBOX_HOST is set.
const server = serve({ fetch: app.fetch, port, hostname: env.SANDBOX_HOST || '127.0.0.1' }, () =>
  identity.write(),
);
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(`sandbox: ${error.message}`);
  process.exit(1);
});

let stopping = false;
async function deliver(): Promise<void> {
  await deliverDueWebhooks(sandbox).catch((error: unknown) => console.error('sandbox: webhooks', error));
  if (!stopping) setTimeout(deliver, 200);
}
deliver();

const watch = setInterval(
  () => {
    if (Date.now() - lastSign > idleMs) stop();
  },
  Math.min(5000, idleMs),
);

function stop(): void {
  if (stopping) return;
  stopping = true;
  clearInterval(watch);
  server.close(() => process.exit(0));
  setTimeout(() => process.exit(0), 2000).unref();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
