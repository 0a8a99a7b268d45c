/** Once per run: opens a PostgreSQL server with a migrated template, which each test copies, and a database for query plans. */
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { fillTables } from './plans/fill-tables.ts';
import { openTestServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL from which test databases are created; '' in the project that runs on SQLite. */
    postgresUrl: string;
    /** Template database of the test databases. */
    postgresTemplate: string;
    /** URL of a filled database for query plans. */
    postgresPlans: string;
  }
}

export default async function setup(project: TestProject) {
  const server = await openTestServer();
  const template = await makeMigrated(server, 'template');
  const plans = await makeMigrated(server, 'plans');
  await fillTables(plans);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', new URL(template).pathname.slice(1));
  project.provide('postgresPlans', plans);
  return () => server.close();
}

async function makeMigrated(server: TestServer, name: string): Promise<string> {
  const url = await server.makeDatabase(name);
  const db = await openDatabase({ DATA_DIR: '', DATABASE_URL: url });
  await migrate(db);
  await db.close();
  return url;
}
