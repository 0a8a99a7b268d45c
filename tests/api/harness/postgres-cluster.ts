/** A temporary PostgreSQL for one test run, made from the system's binaries and removed when the run ends, even by a crash. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Cluster {
  /** URL of the database `postgres`, as its superuser. */
  url: string;
  stop(): Promise<void>;
}

/** Returns the folder with the programs of the newest installed PostgreSQL, null if none is installed. */
export function findPostgres(): string | null {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionIn(b) - versionIn(a));
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => folder !== '' && isProgram(join(folder, 'initdb'))) ?? null;
}

/** Starts a cluster on a socket in a new folder, so that it uses no port. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-pg-'));
  const identity = unprivileged();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const guardian = spawnGuarded(programs, folder, identity);
  const ended = once(guardian, 'exit');
  const url = `postgres://localhost/postgres?user=atoll&host=${encodeURIComponent(folder)}`;
  await whenItAnswers(url, guardian, folder);
  return {
    url,
    stop: async () => {
      guardian.stdin?.end();
      await ended;
    },
  };
}

/**
 * Starts the server under a shell that runs until its input ends. The input is a pipe from this process: it ends when we
 * close it, crash or are killed. A separate session keeps Ctrl-C from reaching the server first.
 */
function spawnGuarded(programs: string, folder: string, identity: Identity | null): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '400',
    deadlock_timeout: '50ms',
    shared_buffers: '64MB',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const script = `programs=$1; shift
    "$programs/initdb" -D data -U atoll -A trust -E UTF8 --locale=C --no-sync </dev/null >log 2>&1 || exit 1
    "$programs/postgres" -D data "$@" </dev/null >log 2>&1 & server=$!
    cat >/dev/null
    # Asked again and again: before it listens to signals, a server started with & ignores this one.
    tries=0
    while [ $tries -lt 100 ] && kill -INT $server 2>/dev/null; do tries=$((tries + 1)); sleep 0.1; done
    kill -KILL $server 2>/dev/null; wait $server
    cd /; rm -rf "$0"`;
  return spawn('/bin/sh', ['-c', script, folder, programs, ...options], {
    ...identity,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
}

async function whenItAnswers(url: string, guardian: ChildProcess, folder: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; ; ) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline || guardian.exitCode !== null) {
        const log = readFileSync(join(folder, 'log'), 'utf8');
        guardian.stdin?.end();
        if (guardian.exitCode !== null) rmSync(folder, { recursive: true, force: true });
        throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
      }
    }
    await sleep(20);
  }
}

interface Identity {
  uid: number;
  gid: number;
}

/** Returns the account to run the server as if we are root, which PostgreSQL refuses; null otherwise. */
function unprivileged(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  return { uid: Number(account?.[2] ?? 65534), gid: Number(account?.[3] ?? 65534) };
}

function versionIn(folder: string): number {
  return Number(folder.match(/postgresql\/([\d.]+)\//)?.[1] ?? 0);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
