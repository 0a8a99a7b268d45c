/**
 * The shop's server and the sandbox as separate processes on one database: a test can kill and restart the server while the
 * sandbox continues like a real provider.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { createApp } from '#server/api/app.ts';
import { openAttemptStates } from '#server/payments/attempts/payment.ts';
import { programEnv } from '../../program-env.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { takeEveryMethod } from './every-method.ts';

const root = new URL('../../..', import.meta.url).pathname;
type App = ReturnType<typeof createApp>;

/** A capture or refund in the sandbox's books. */
export interface Move {
  kind: string;
  request_id: string;
  provider: string;
  amount: string;
}

export class ProcessShop {
  readonly shop: TestShop;
  readonly sandboxUrl: string;
  readonly #port: number;
  readonly #env: Record<string, string>;
  #server: ChildProcess | null = null;
  #sandbox: ChildProcess | null = null;

  private constructor(shop: TestShop, port: number, sandboxPort: number) {
    this.shop = shop;
    this.#port = port;
    this.sandboxUrl = `http://localhost:${sandboxPort}`;
    this.#env = {
      ...programEnv,
      ...shop.databaseEnv,
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      SHOP_URL: `http://127.0.0.1:${port}`,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_URL: this.sandboxUrl,
      SANDBOX_CONTROL: '1',
      // Each shopper has their own IP address.
      TRUSTED_PROXIES: '127.0.0.1',
    };
  }

  static async open(): Promise<ProcessShop> {
    const opened = new ProcessShop(
      await createTestShop({ now: Date.now() }),
      await freePort(),
      await freePort(),
    );
    await takeEveryMethod(opened.shop);
    opened.#sandbox = opened.#run('src/sandbox/main.ts');
    await opened.start();
    await eventually(() =>
      fetch(`${opened.sandboxUrl}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return opened;
  }

  async start(): Promise<void> {
    this.#server = this.#run('tests/api/payments/server-process.ts');
    const ended = once(this.#server, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code} instead of starting.`);
    });
    await Promise.race([once(this.#server.stdout!, 'data'), ended]);
    ended.catch(() => {});
  }

  async kill(): Promise<void> {
    const ended = once(this.#server!, 'exit');
    this.#server!.kill('SIGKILL');
    await ended;
    this.#server = null;
  }

  async close(): Promise<void> {
    if (this.#server) await this.kill();
    const ended = once(this.#sandbox!, 'exit');
    this.#sandbox!.kill('SIGKILL');
    await ended;
  }

  #run(file: string): ChildProcess {
    return spawn(process.execPath, [join(root, file)], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Calls the sandbox's control endpoint for tests. */
  async control<Answer>(path: string, body?: object): Promise<Answer> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await (await fetch(`${this.sandboxUrl}/control/${path}`, init)).json()) as Answer;
  }

  /** Returns a shopper who reaches the server over HTTP. */
  shopper(): Visitor {
    const request = (
      path: string,
      init: RequestInit,
      from: { incoming: { socket: { remoteAddress: string } } },
    ) => {
      const headers = new Headers(init.headers);
      headers.set('x-forwarded-for', from.incoming.socket.remoteAddress);
      return fetch(`http://127.0.0.1:${this.#port}${path}`, { ...init, headers });
    };
    return new Visitor({ request } as unknown as App);
  }

  /** Lets time pass in the database: makes every waiting job due, including those that a killed process had locked. */
  async age(): Promise<void> {
    await this.agePayments();
    const jobs = this.shop.db.write.updateTable('jobs').set({ run_at: 0, locked_until: 0 });
    await jobs.where('state', '=', 'waiting').execute();
  }

  /** Makes every payment attempt ten minutes older. */
  async agePayments(): Promise<void> {
    const older = {
      created_at: sql<number>`created_at - 600000`,
      updated_at: sql<number>`updated_at - 600000`,
      ask_at: sql<number>`ask_at - 600000`,
    };
    await this.shop.db.write.updateTable('payments').set(older).execute();
  }

  /** Like `eventually`, for effects of the server's jobs: makes every waiting attempt and job due again before each retry. */
  async eventuallyByJobs(look: () => Promise<boolean>): Promise<void> {
    const { write } = this.shop.db;
    await eventually(async () => {
      if (await look()) return true;
      const open = write.updateTable('payments').set({ ask_at: 0 }).where('ask_at', '>', 0);
      await open.where('state', 'in', [...openAttemptStates]).execute();
      // A running job belongs to its process.
      const waiting = write.updateTable('jobs').set({ run_at: 0 }).where('run_at', '>', 0);
      await waiting.where('state', '=', 'waiting').where('locked_until', '=', 0).execute();
      return false;
    });
  }
}

/** Polls until `look` returns a result: steps of another process send no event. The limit only ends a failed test. */
export async function eventually<Value>(look: () => Promise<Value | undefined | false>): Promise<Value> {
  for (const deadline = performance.now() + 100_000; ; ) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`never: ${look}`);
    await pause(50);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
