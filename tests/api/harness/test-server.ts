/** Provides a PostgreSQL server for tests: the one at TEST_DATABASE_URL, or a temporary one. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findPostgres, startCluster } from './postgres-cluster.ts';

export interface TestServer {
  /** URL of an existing database, from which others are created. */
  url: string;
  /** Creates an empty database, dropped when the server is closed, and returns its URL. */
  makeDatabase(name: string): Promise<string>;
  close(): Promise<void>;
}

/** @throws Error if there is neither TEST_DATABASE_URL nor an installed PostgreSQL */
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

export function databaseUrl(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
