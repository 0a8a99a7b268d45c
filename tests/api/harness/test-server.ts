/** A PostgreSQL to test against: the one at TEST_DATABASE_URL, or one of our own for as long as it is needed. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findPostgres, startCluster } from './postgres-cluster.ts';

export interface TestServer {
  /** Address from which databases are made. */
  url: string;
  /** Makes an empty database, gone when the server is closed; returns its address. */
  makeDatabase(name: string): Promise<string>;
  close(): Promise<void>;
}

/** @throws Error when there is neither of the two */
export async function openTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? null : await startOwn();
  const url = cluster?.url ?? given ?? '';
  const made: string[] = [];
  return {
    url,
    async makeDatabase(name) {
      const database = `atoll_${name}_${randomBytes(4).toString('hex')}`;
      await administer(url, `create database ${database}`);
      made.push(database);
      return databaseUrl(url, database);
    },
    async close() {
      if (cluster) return cluster.stop();
      for (const database of made) await administer(url, `drop database ${database} with (force)`);
    },
  };
}

async function startOwn() {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed and TEST_DATABASE_URL is not set');
  return startCluster(programs);
}

/** Runs one statement as the owner of the test databases. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
