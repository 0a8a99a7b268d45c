/**
 * Test projects (docs/decisions/22-tests.md): `unit-node`, `unit-mocked` (tests that mock modules), `unit-dom`, `components`
 * (rendered Astro components), and the API suite. `api-sqlite` runs all of it, `api-postgres` the files in which PostgreSQL can
 * behave differently, `api-postgres-rest` the others, `timing-…` tests that measure time and must run alone, `recipes` the
 * recipes of docs/develop/recipes on a copy of the project (minutes). Run one with `vitest run --project api-sqlite`.
 */
import { globSync, readFileSync } from 'node:fs';
import { getViteConfig } from 'astro/config';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findPostgres } from './tests/api/harness/postgres-cluster.ts';

/** Unit tests by the environment they need. */
const unit = Object.groupBy(globSync('tests/unit/**/*.test.{ts,tsx}'), (file) => {
  const text = readFileSync(file, 'utf8');
  if (text.startsWith('// @vitest-environment happy-dom')) return 'dom';
  // vi.mock has no effect on a module that another file of the worker has already imported, so these files run isolated.
  return text.includes('vi.mock(') ? 'mocked' : 'node';
});

const unitDefaults = { setupFiles: ['tests/unit/no-network.ts'], testTimeout: 20_000 };

// Select files by `include`: a project's own `exclude` replaces the command line's.
const api = {
  setupFiles: [
    // Listed first so that its teardown runs last: the other teardowns may still run statements.
    'tests/api/harness/plans/check-plans.ts',
    'tests/api/harness/at-end.ts',
    'tests/api/harness/cheap-passwords.ts',
  ],
  // Each test creates its own shop and the server keeps no state between shops, so the files of a worker can share its modules
  // and load the server only once.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
};
const sqlite = { ...api, provide: { postgresUrl: '', postgresTemplate: '', postgresPlans: '' } };
const timing = { setupFiles: ['tests/api/harness/at-end.ts'], include: ['tests/api/**/*.timing.test.ts'] };
const postgres = { ...api, globalSetup: ['tests/api/harness/postgres-setup.ts'] };

/**
 * Areas where PostgreSQL can behave differently from SQLite: locks and concurrency, types and collations, migrations,
 * connections. Files named `x.postgres.test.ts` run on PostgreSQL only.
 */
const postgresMatters = [
  'backup/backup',
  'bag/bag',
  'cache/purge-feed',
  'catalog/{import,finding,own-currency}',
  'customers/{login,doors}',
  'db/*',
  'orders/{place,invariants}',
  'oversell',
  'payments/{settle,several-attempts,own-unpaid-orders,unpaid-holds,reconcile,webhooks}',
  'promotions/orders',
  'queue/*',
  'rows/walk',
  'search/{popular,synced-index}',
  'tracking/recording',
];

const projects: TestProjectConfiguration[] = [
  {
    test: {
      ...unitDefaults,
      name: 'unit-node',
      include: unit.node ?? [],
      // Pure functions leave no state in modules, so a worker loads each module once.
      isolate: false,
    },
  },
  { test: { ...unitDefaults, name: 'unit-mocked', include: unit.mocked ?? [] } },
  {
    test: {
      ...unitDefaults,
      name: 'unit-dom',
      include: unit.dom ?? [],
      // Gives each file a new window and new modules, in a process that has already loaded happy-dom.
      pool: 'vmForks',
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
  { test: { ...sqlite, name: 'api-sqlite', include: ['tests/api/**/!(*.postgres|*.timing).test.ts'] } },
  { test: { ...sqlite, ...timing, name: 'timing-sqlite' } },
];

if (process.env.TEST_DATABASE_URL || findPostgres()) {
  const matters = postgresMatters.flatMap((name) => globSync(`tests/api/${name}.test.ts`));
  const runsHere = (file: string) => !/\.(sqlite|timing)\.test\.ts$/.test(file);
  const core = new Set([...matters, ...globSync('tests/api/**/*.postgres.test.ts')].filter(runsHere));
  const rest = globSync('tests/api/**/*.test.ts').filter((file) => runsHere(file) && !core.has(file));
  projects.push(
    { test: { ...postgres, name: 'api-postgres', include: [...core] } },
    { test: { ...postgres, name: 'api-postgres-rest', include: rest } },
    { test: { ...postgres, ...timing, name: 'timing-postgres' } },
  );
} else if (process.env.REQUIRE_POSTGRES) {
  throw new Error('PostgreSQL not run: install the package postgresql, or set TEST_DATABASE_URL');
}

projects.push({ test: { name: 'recipes', include: ['tests/soak/**/*.test.ts'] } });

// By default Vitest leaves one CPU idle, which is half of a two-core machine.
export default defineConfig({ test: { projects, maxWorkers: '100%' } });
