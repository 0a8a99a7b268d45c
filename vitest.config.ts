/**
 * Test projects: `unit`, `components` (those of Astro, as Astro renders them), the API suite once on SQLite and once on
 * PostgreSQL, and for a soak `recipes`. Run one with `vitest run --project api-sqlite`. What only one database has is tested
 * in `*.sqlite.test.ts` and `*.postgres.test.ts`. An island's test asks for a DOM in its first line:
 * `// @vitest-environment happy-dom`.
 */
import { getViteConfig } from 'astro/config';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findPostgres } from './tests/api/harness/postgres-cluster.ts';

// What to leave out is said in `include`: a project's own `exclude` takes the place of what the command line excludes.
const api = {
  setupFiles: ['tests/api/harness/at-end.ts'],
  // Every test makes a shop of its own, many in one file: the server keeps nothing of one shop where another finds it. So
  // the files of a worker share its modules, and are spared reading the whole server again.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

const projects: TestProjectConfiguration[] = [
  {
    test: {
      name: 'unit',
      include: ['tests/unit/**/*.test.{ts,tsx}'],
      setupFiles: ['tests/unit/no-network.ts'],
      testTimeout: 20_000,
    },
  },
  getViteConfig({
    test: {
      name: 'components',
      include: ['tests/components/**/*.test.ts'],
      environment: './tests/components/dom-environment.ts',
      setupFiles: ['tests/unit/no-network.ts'],
    },
  }),
  {
    test: {
      ...api,
      name: 'api-sqlite',
      include: ['tests/api/**/!(*.postgres).test.ts'],
      provide: { postgresUrl: '', postgresTemplate: '' },
    },
  },
];

if (process.env.TEST_DATABASE_URL || findPostgres()) {
  projects.push({
    test: {
      ...api,
      name: 'api-postgres',
      include: ['tests/api/**/!(*.sqlite).test.ts'],
      globalSetup: ['tests/api/harness/postgres-setup.ts'],
    },
  });
} else if (process.env.REQUIRE_POSTGRES) {
  throw new Error('PostgreSQL not run: install the package postgresql, or set TEST_DATABASE_URL');
} else {
  console.warn('PostgreSQL not run: install the package postgresql, or set TEST_DATABASE_URL');
}

// Installs nothing, but builds and starts a copy of the shop: for `npm run soak` only.
if (process.env.SOAK) {
  projects.push({ test: { name: 'recipes', include: ['tests/soak/**/*.test.ts'] } });
}

// Vitest leaves one processor free by itself: of two, that is half.
export default defineConfig({ test: { projects, maxWorkers: '100%' } });
