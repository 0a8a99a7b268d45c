import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from '#server/core/env.ts';
import { type SandboxChild, superviseSandbox } from '#server/process/sandbox-child.ts';
import { programEnv } from '../../../program-env.ts';

const silent = { info: () => {}, warn: () => {} };
let folder: string;
let port: number;
const supervised: SandboxChild[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atoll-'));
  port = await freePort();
});
afterEach(async () => {
  for (const child of supervised.splice(0)) await child.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const found = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, 'close');
  return found;
}

async function supervise(more: Record<string, string> = {}): Promise<SandboxChild> {
  const env = readEnv({ DATA_DIR: folder, SANDBOX_PORT: String(port), ...more });
  const child = await superviseSandbox(env, silent);
  supervised.push(child!);
  return child!;
}

interface Health {
  pid: number;
  proof?: string;
}

async function health(): Promise<Health | null> {
  try {
    return (await (await fetch(`http://127.0.0.1:${port}/healthz?challenge=c`)).json()) as Health;
  } catch {
    return null;
  }
}

/** Polls, because a process emits no event when it starts to listen or has ended. */
async function until(holds: () => Promise<boolean>, ms = 15_000): Promise<void> {
  for (const end = performance.now() + ms; !(await holds()); await pause(20)) {
    if (performance.now() > end) throw new Error(`never: ${holds}`);
  }
}

function answersAt(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}

const file = () => join(folder, 'sandbox', `process-${port}.json`);

describe('the sandbox of a shop', () => {
  it('listens on loopback alone, and leaves what it is known by where only its user reads it', async () => {
    const child = await supervise();
    await until(async () => (await health()) !== null);
    expect(await answersAt('127.0.0.1')).toBe(true);
    expect(await answersAt('127.0.0.2')).toBe(false);
    const { pid, secret } = JSON.parse(readFileSync(file(), 'utf8'));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const said = await health();
    expect(said?.pid).toBe(pid);
    expect(JSON.stringify(said)).not.toContain(secret);
    await child.stop();
    await until(async () => (await health()) === null);
  });

  it.runIf(process.platform === 'linux')('listens where HOST says', async () => {
    await supervise({ HOST: '0.0.0.0' });
    await until(() => answersAt('127.0.0.2'));
    expect((await health())?.pid).toBeGreaterThan(1);
  });

  it('is adopted by the next process of the shop, and ended with it', async () => {
    await supervise();
    await until(async () => (await health()) !== null);
    const { pid } = (await health())!;
    const next = await supervise();
    expect((await health())?.pid).toBe(pid);
    await next.stop();
    await until(async () => (await health()) === null);
  });

  it('is left to the shop that runs when a second one fails to start', async () => {
    await supervise();
    await until(async () => (await health()) !== null);
    const { pid } = (await health())!;
    const second = await supervise();
    await second.stopOwn();
    await pause(300);
    expect((await health())?.pid).toBe(pid);
  });

  it('is stopped when the start fails because METRICS_PORT is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const root = new URL('../../../..', import.meta.url).pathname;
    const env = {
      ...programEnv,
      ...{ DATA_DIR: folder, DEMO: 'off', WORKERS: '2', SANDBOX_PORT: String(port) },
      PORT: String(await freePort()),
      METRICS_PORT: String((taken.address() as AddressInfo).port),
    };
    try {
      const server = spawn(process.execPath, [join(root, 'server.ts')], { env, cwd: root });
      const [error, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
      expect(error).toContain('EADDRINUSE');
      expect(code).toBe(1);
      await until(async () => (await health()) === null, 3000);
    } finally {
      taken.close();
      const left = await health();
      if (left) process.kill(left.pid);
    }
  });
});

describe('another process at the port of the sandbox', () => {
  const secret = 'a'.repeat(64);
  /** The test intercepts signals, so no process needs this id. */
  const somebody = 30_000;
  let stranger: Server;
  /** The process id in its response, and the key that it uses as the secret. */
  let said: { pid: number; key: string };

  beforeEach(async () => {
    stranger = createServer((request, response) => {
      const challenge = new URL(request.url ?? '', 'http://localhost').searchParams.get('challenge') ?? '';
      const proof = createHmac('sha256', said.key).update(challenge).digest('hex');
      response.end(JSON.stringify({ sandbox: 'atoll', shop_url: '', pid: said.pid, proof }));
    });
    stranger.listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    mkdirSync(join(folder, 'sandbox'));
  });
  afterEach(async () => {
    stranger.close();
    stranger.closeAllConnections();
  });

  const ourFile = (pid: number, mode = 0o600) => {
    writeFileSync(file(), JSON.stringify({ pid, secret }));
    chmodSync(file(), mode);
  };
  for (const [what, prepare] of [
    ['names one of our processes', (pid: number) => (said = { pid, key: secret })],
    [
      'names the process of our file without knowing its secret',
      (pid: number) => {
        ourFile(pid);
        said = { pid, key: 'another' };
      },
    ],
    [
      'knows the secret of a file that others may write',
      (pid: number) => {
        ourFile(pid, 0o666);
        said = { pid, key: secret };
      },
    ],
    [
      'knows the secret and names another process than our file',
      (pid: number) => {
        ourFile(pid + 100_000);
        said = { pid, key: secret };
      },
    ],
    [
      'names no process but all of a user',
      () => {
        ourFile(-1);
        said = { pid: -1, key: secret };
      },
    ],
  ] as const) {
    it(`is not adopted and nobody is ended when it ${what}`, async () => {
      prepare(somebody);
      const told: unknown[] = [];
      const kill = vi.spyOn(process, 'kill').mockImplementation(() => true);
      try {
        const env = readEnv({ DATA_DIR: folder, SANDBOX_PORT: String(port) });
        const child = await superviseSandbox(env, {
          info: (line: unknown) => void told.push(line),
          warn() {},
        });
        await child!.stop();
        expect(kill).not.toHaveBeenCalled();
      } finally {
        kill.mockRestore();
      }
      expect(told).toEqual([]);
    });
  }
});
