/**
 * The sandbox's own process: plays PayPal, Stripe and a card gateway over real HTTP, so that a shop without keys can be tried
 * to the end. It has its own ledger in DATA_DIR/sandbox and outlives a killed server: the server asks `/healthz` at
 * least once a minute, and the sandbox ends itself after ten without.
 *
 * Environment: SANDBOX_PORT, SANDBOX_HOST (loopback unless set), DATA_DIR, SANDBOX_URL (where browsers reach it),
 * SHOP_URL (where webhooks go), SITE_URL (origin of the pages that may frame it), SANDBOX_CONTROL=1 (tests only),
 * SANDBOX_IDLE_MS.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { sandboxApp } from './app.ts';
import type { Sandbox } from './context.ts';
import { openLedger } from './ledger.ts';
import { Scenarios } from './scenarios.ts';
import { deliverDue, queueEvent } from './webhooks.ts';

/** The origin of a site, and on a developer's machine its other loopback names too. */
function loopbackAliases(siteUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  // Policies know no IPv6 addresses, so [::1] is left out.
  const names = ['localhost', '127.0.0.1'];
  if (!names.includes(hostname)) return [origin];
  return names.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`);
}

interface Identity {
  /** Proves to know the secret. */
  prove(challenge: string): string;
  /** Leaves process id and secret in the folder, to be called once the port is this process's. */
  write(): void;
}

/** @param port in the file's name, so that two shops may share a folder */
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
const app = sandboxApp({
  sandbox,
  allowControl: env.SANDBOX_CONTROL === '1',
  onHeartbeat: () => {
    lastSign = Date.now();
  },
  prove: identity.prove,
});
// Its keys are public, so it is open to other machines only where it is told to.
const server = serve({ fetch: app.fetch, port, hostname: env.SANDBOX_HOST || '127.0.0.1' }, () =>
  identity.write(),
);
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(`sandbox: ${error.message}`);
  process.exit(1);
});

let stopping = false;
async function deliver(): Promise<void> {
  await deliverDue(sandbox).catch((error: unknown) => console.error('sandbox: webhooks', error));
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
