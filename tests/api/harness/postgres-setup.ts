/** Once a run: a PostgreSQL to test against and in it a migrated template that each test copies. */
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address from which test databases are made, '' in the project that runs on SQLite. */
    postgresUrl: string;
    /** Database that they are copies of. */
    postgresTemplate: string;
  }
}

export default async function setup(project: TestProject) {
  const server = await openTestServer();
  const template = await server.makeDatabase('template');
  const db = await openDatabase({ DATA_DIR: '', DATABASE_URL: template });
  await migrate(db);
  await db.close();
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', new URL(template).pathname.slice(1));
  return () => server.close();
}
