/**
 * `npm test`: runs every check of the project, then prints the slowest tests and a summary line (docs/decisions/22-tests.md).
 *
 *   --check            `npm run check`: types, lint and unit tests; with uncommitted changes only the affected DOM tests
 *   --all              `npm run test:all`: also the stages that `npm test` leaves out, and the recipes of docs/develop/recipes
 *   --only types,unit  only these stages
 *   --soak             `npm run soak`: everything, with the full number of generated cases; prints their seed, and SEED=… repeats a run
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../tests/api/harness/postgres-cluster.ts';
import { hashFiles } from './hash-files.mjs';

interface Result {
  passed: number;
  failed: number;
}
interface Timing {
  seconds: number;
  /** File and title of the test. */
  title: string;
}
type Stage = (folder: string) => Promise<Result>;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
    soak: { type: 'boolean', default: false },
  },
});
const soak = values.soak ? { SOAK: '1', SEED: process.env.SEED ?? String(Date.now() % 2 ** 31) } : null;
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres());
const withPostgres = (...projects: string[]) => (hasPostgres ? projects : []);

const stages: Record<string, Stage> = {
  types: () => sum([typeCheck(), astroCheck()]),
  lint: () =>
    sum([
      command('biome', ['check', '--diagnostic-level=error', '.']),
      command('depcruise', ['--cache', '--config', '.dependency-cruiser.mjs', 'src', 'server.ts']),
      command('knip', ['--no-progress', '--cache']),
      // Reports exports that only tests use.
      command('knip', ['--no-progress', '--cache', '--production', '--include', 'files,exports']),
    ]),
  unit: (folder) => vitest('unit', ['unit-node', 'unit-mocked', 'unit-dom', 'components'], folder),
  // `npm run check`: all tests without a DOM, and the DOM tests that the uncommitted changes affect.
  'unit-node': (folder) => vitest('unit-node', ['unit-node', 'unit-mocked'], folder),
  'unit-dom': (folder) =>
    vitest(
      'unit-dom',
      ['unit-dom', 'components'],
      folder,
      isChanged() ? ['--changed', '--passWithNoTests'] : [],
    ),
  api: (folder) => vitest('api', ['api-sqlite', ...withPostgres('api-postgres')], folder),
  // Checks package advisories if the registry has them.
  advisories: () => sum([command('node', ['scripts/advisories.ts'])]),
  build: () => sum([command('node', ['scripts/setup.mjs', '--build'])]),
  e2e: (folder) => playwright('e2e', ['desktop', 'mobile', 'server'], folder),
  'api-rest': (folder) => vitest('api-rest', ['api-postgres-rest'], folder),
  'e2e-rest': (folder) => playwright('e2e-rest', ['desktop-all', 'mobile-all', 'server-all'], folder),
  // Tests that measure time or kill a server between two steps: run nothing else at the same time.
  'api-timing': (folder) =>
    vitest('api-timing', ['timing-sqlite', ...withPostgres('timing-postgres')], folder, [
      '--no-file-parallelism',
    ]),
  'e2e-timing': (folder) => playwright('e2e-timing', ['timing'], folder, ['--workers=1']),
  recipes: (folder) => vitest('recipes', ['recipes'], folder),
};

/** Stages of a run in order, fastest to fail first. The type check has one thread and runs alongside the `quick` stages. */
const quick = ['lint', 'unit'];
const core = ['api', 'build', 'e2e'];
const rest = [
  'advisories',
  ...withPostgres('api-rest'),
  ...['e2e-rest', 'api-timing', 'e2e-timing', 'recipes'],
];
const only = values.only?.split(',') ?? [];
const unknown = only.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`Unknown stage ${unknown.join(', ')}. Use ${Object.keys(stages).join(', ')}.`);
  process.exit(2);
}

interface Plan {
  /** Run in sequence while the type check runs. */
  besideTypes: string[];
  /** Run in sequence after all of the above. */
  alone: string[];
}

function planRun(): Plan {
  if (only.length > 0) return { besideTypes: [], alone: only };
  if (values.check)
    return { besideTypes: isChanged() ? ['lint', 'unit-node', 'unit-dom'] : quick, alone: [] };
  return { besideTypes: quick, alone: values.all || soak ? [...core, ...rest] : core };
}

if (soak) console.log(`SEED=${soak.SEED}`);
const cache = 'node_modules/.cache';
mkdirSync(cache, { recursive: true });
// Removing this folder removes all that tests leave behind. PostgreSQL may run as another user and must read it.
const folder = mkdtempSync(join(findFastFolder(), 'atoll-test-'));
chmodSync(folder, 0o755);
// Only --all and --soak run the browser tests with animations (playwright.config.ts). The compile cache pays off because
// hundreds of processes start from mostly the same files.
const motion = values.all || values.soak ? { E2E_MOTION: '1' } : {};
const compiled = { NODE_COMPILE_CACHE: join(process.cwd(), cache, 'compiled') };
const env = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  TMPDIR: folder,
  ...compiled,
  ...soak,
  ...motion,
};
const total: Result = { passed: 0, failed: 0 };
const lines: string[] = [];
const timings: Timing[] = [];
/** The last stderr output of each failed program, printed at the end because a long log may be truncated. */
const errors: string[] = [];
const start = performance.now();
const { besideTypes, alone } = planRun();
if (besideTypes.length > 0) await Promise.all([runStage('types'), runInTurn(besideTypes)]);
await runInTurn(alone);
rmSync(folder, { recursive: true, force: true });
const slowest = timings.sort((one, other) => other.seconds - one.seconds).slice(0, 10);
console.log(
  ['', ...slowest.map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`)].join('\n'),
);
for (const error of errors) console.log(`\n${error}`);
console.log(`\n${lines.join('\n')}`);
console.log(`${'all'.padEnd(10)} ${secondsSince(start).padStart(36)} s`);
const ran = [...besideTypes, ...alone];
if (!hasPostgres && ran.some((name) => /^(api|e2e-rest)/.test(name))) {
  const what = ran.includes('e2e-rest')
    ? 'the API tests on PostgreSQL and two servers on one PostgreSQL'
    : 'the API tests on PostgreSQL';
  console.log(`Skipped: ${what}. Install the package postgresql, or set TEST_DATABASE_URL.`);
}
console.log(`${total.passed} passed, ${total.failed} failed${soak ? `, SEED=${soak.SEED}` : ''}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Returns /dev/shm if it has 4 GB free, otherwise tmpdir(): a test database costs 0.3 s on a slow disk, 0.03 s in memory. */
function findFastFolder(): string {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 4 * 1024 ** 3 ? memory : tmpdir();
}

async function runInTurn(names: string[]): Promise<void> {
  for (const name of names) await runStage(name);
}

async function runStage(name: string): Promise<void> {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { passed, failed } = (await stages[name]?.(folder)) ?? { passed: 0, failed: 1 };
  total.passed += passed;
  total.failed += failed;
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
  lines.push(`${name.padEnd(10)} ${counts} ${secondsSince(began).padStart(12)} s`);
}

function secondsSince(instant: number): string {
  return ((performance.now() - instant) / 1000).toFixed(1);
}

/** Returns whether there are uncommitted changes; false outside a Git checkout, so that everything runs. */
function isChanged(): boolean {
  return (spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout ?? '') !== '';
}

/**
 * Checks types with the native compiler, by path because it and TypeScript 6 both install `.bin/tsc`. Single-threaded, since
 * astroCheck uses the other CPU. Falls back to TypeScript 6 if the platform has no native binary.
 */
function typeCheck(): Promise<Result> {
  const binary = `node_modules/@typescript/typescript-${process.platform}-${process.arch}`;
  return existsSync(binary)
    ? command('node', ['node_modules/typescript-native/bin/tsc', '--noEmit', '--singleThreaded'])
    : command('node', ['node_modules/typescript/bin/tsc', '--noEmit']);
}

/** Checks the types of `.astro` files, unless nothing they depend on has changed since the last success. */
async function astroCheck(): Promise<Result> {
  const stamp = join(cache, 'astro-check.stamp');
  const state = hashFiles([
    'src',
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.pages.json',
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return { passed: 1, failed: 0 };
  const args = ['check', '--minimumSeverity', 'error', '--tsconfig', 'tsconfig.pages.json'];
  const result = await command('astro', args);
  if (result.failed === 0) writeFileSync(stamp, state);
  return result;
}

/** Runs a program; resolves to whether it succeeded. On failure the summary repeats its last stderr output. */
function run(program: string, args: string[], more: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe'], env: { ...env, ...more } });
    let last = '';
    child.stderr.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      last = (last + chunk).slice(-3000);
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      if (code !== 0) errors.push(`${program} ended with ${code}:\n${last}`);
      resolve(code === 0);
    });
  });
}

async function command(program: string, args: string[]): Promise<Result> {
  const good = await run(program, args);
  return withVerdict(good, good ? 1 : 0);
}

async function sum(results: Promise<Result>[]): Promise<Result> {
  const all = await Promise.all(results);
  const total = (key: keyof Result) => all.reduce((before, result) => before + result[key], 0);
  return { passed: total('passed'), failed: total('failed') };
}

async function vitest(
  name: string,
  projects: string[],
  folder: string,
  more: string[] = [],
): Promise<Result> {
  const file = join(folder, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${file}`];
  const selected = projects.flatMap((project) => ['--project', project]);
  const good = await run('vitest', ['run', ...selected, ...more, ...reporters]);
  const report = readReport(file) as {
    numPassedTests?: number;
    numFailedTests?: number;
    testResults?: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[];
  };
  for (const { name: path, assertionResults } of report.testResults ?? []) {
    for (const { fullName, duration } of assertionResults) {
      timings.push({ seconds: (duration ?? 0) / 1000, title: `${relative('.', path)}: ${fullName}` });
    }
  }
  return withVerdict(good, report.numPassedTests, report.numFailedTests);
}

async function playwright(
  name: string,
  projects: string[],
  folder: string,
  more: string[] = [],
): Promise<Result> {
  const file = join(folder, `${name}.json`);
  const selected = projects.flatMap((project) => ['--project', project]);
  // Playwright empties its output folder: each stage has its own, so that none removes another's screenshots.
  const output = `--output=test-results/${name}`;
  const good = await run('playwright', ['test', ...selected, ...more, output, '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { stats, suites = [] } = readReport(file) as BrowserReport;
  timings.push(...suites.flatMap(timingsIn));
  if (!good && stats?.unexpected) {
    console.log(
      '\nRunning the failed tests again, one at a time and with a trace. They still count as failed.',
    );
    const oneByOne = ['--last-failed', '--workers=1', '--trace=retain-on-failure'];
    const again = await run('playwright', ['test', ...selected, ...oneByOne, output]);
    console.log(again ? 'They passed this time, so they depend on timing.' : 'They failed again.');
  }
  return withVerdict(good, stats?.expected, stats && stats.unexpected + stats.flaky);
}

interface BrowserReport {
  stats?: { expected: number; unexpected: number; flaky: number };
  suites?: BrowserSuite[];
}
interface BrowserSuite {
  specs?: {
    file: string;
    title: string;
    tests: { projectName: string; results: { duration: number }[] }[];
  }[];
  suites?: BrowserSuite[];
}

function timingsIn({ specs = [], suites = [] }: BrowserSuite): Timing[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ projectName, results }) =>
      results.map(({ duration }) => ({
        seconds: duration / 1000,
        title: `${file} (${projectName}): ${title}`,
      })),
    ),
  );
  return [...own, ...suites.flatMap(timingsIn)];
}

/** Counts at least one failure for a run with a non-zero exit code, even if its report shows none. */
function withVerdict(good: boolean, passed = 0, failed = 0): Result {
  return { passed, failed: good ? failed : Math.max(1, failed) };
}

function readReport(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch {
    return {};
  }
}
