/** Once a run: a PostgreSQL to test against and in it a migrated template that each test copies. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { findPostgres, startCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address from which test databases are made, '' in the project that runs on SQLite. */
    postgresUrl: string;
    /** Database that they are copies of. */
    postgresTemplate: string;
  }
}

export default async function setup(project: TestProject) {
  const cluster = await startOwn();
  const url = cluster?.url ?? (process.env.TEST_DATABASE_URL as string);
  const template = `atoll_template_${randomBytes(4).toString('hex')}`;
  await administer(url, `create database ${template}`);
  const db = await openDatabase({ DATA_DIR: '', DATABASE_URL: databaseUrl(url, template) });
  await migrate(db);
  await db.close();
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => {
    if (cluster) await cluster.stop();
    else await administer(url, `drop database ${template} with (force)`);
  };
}

async function startOwn() {
  if (process.env.TEST_DATABASE_URL) return null;
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
