/**
 * `npm test`: every check of the project in turn, the slowest tests, and one line that sums up.
 *
 *   --only types,lint,unit   only these stages
 *   --soak                   the full case counts, and what needs the machine for itself; the seed of
 *                            all made-up cases is printed, SEED=… repeats a run
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

interface Result {
  passed: number;
  failed: number;
}
interface Timing {
  seconds: number;
  /** Where the test stands and what it says. */
  title: string;
}
type Stage = (folder: string) => Promise<Result>;

const { values } = parseArgs({
  options: { only: { type: 'string' }, soak: { type: 'boolean', default: false } },
});
const soak = values.soak ? { SOAK: '1', SEED: process.env.SEED ?? String(Date.now() % 2 ** 31) } : null;
/** They measure times, or kill a server between two of them: in a soak nothing may run beside them. */
const alone = [
  'catalog/many-products',
  'customers/guessing',
  'db/processes',
  'payments/crash',
  'payments/killed-anywhere',
].map((name) => `tests/api/${name}.test.ts`);

/** In order: what fails fastest comes first. */
const stages: Record<string, Stage> = {
  types: () =>
    sum([
      command('tsc', ['--noEmit']),
      command('astro', ['check', '--minimumSeverity', 'error', '--tsconfig', 'tsconfig.pages.json']),
    ]),
  lint: () =>
    sum([
      command('biome', ['check', '--diagnostic-level=error', '.']),
      command('depcruise', ['--config', '.dependency-cruiser.mjs', 'src', 'server.ts']),
      command('knip', ['--no-progress']),
      // What only tests use.
      command('knip', ['--no-progress', '--production', '--include', 'files,exports']),
    ]),
  unit: (folder) => vitest('unit', ['--project', 'unit', '--project', 'components'], folder),
  api: (folder) =>
    vitest(
      'api',
      ['--project', 'api-*', ...(soak ? alone.flatMap((file) => ['--exclude', file]) : [])],
      folder,
    ),
  ...(soak && { alone: (folder) => vitest('alone', [...alone, '--no-file-parallelism'], folder) }),
  ...(soak && { recipes: (folder) => vitest('recipes', ['--project', 'recipes'], folder) }),
  build: () => sum([command('node', ['scripts/setup.mjs', '--build'])]),
  e2e: (folder) => playwright(folder),
};

const wanted = values.only?.split(',') ?? Object.keys(stages);
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}.`);
  process.exit(2);
}

if (soak) console.log(`SEED=${soak.SEED}`);
const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
// Hundreds of processes start here, most of them from the same files: Node compiles each once.
const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...compiled, ...soak };
const total: Result = { passed: 0, failed: 0 };
const lines: string[] = [];
const timings: Timing[] = [];
/** The ends of what failed programs said: a long log may be cut before them. */
const errors: string[] = [];
for (const name of Object.keys(stages).filter((stage) => wanted.includes(stage))) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { passed, failed } = (await stages[name]?.(folder)) ?? { passed: 0, failed: 1 };
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  lines.push(
    `${name.padEnd(6)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.padStart(7)} s`,
  );
}
rmSync(folder, { recursive: true, force: true });
const slowest = timings.sort((one, other) => other.seconds - one.seconds).slice(0, 10);
console.log(
  ['', ...slowest.map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`)].join('\n'),
);
for (const error of errors) console.log(`\n${error}`);
console.log(`\n${lines.join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed${soak ? `, SEED=${soak.SEED}` : ''}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs a program of the project; true when it ended well. What it wrote to stderr last is repeated at the very end otherwise. */
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

async function vitest(name: string, args: string[], folder: string): Promise<Result> {
  const file = join(folder, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${file}`];
  const good = await run('vitest', ['run', ...args, ...reporters]);
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

async function playwright(folder: string): Promise<Result> {
  const file = join(folder, 'e2e.json');
  const good = await run('playwright', ['test', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { stats, suites = [] } = readReport(file) as BrowserReport;
  timings.push(...suites.flatMap(timingsIn));
  if (!good && stats?.unexpected) {
    console.log('\nWhat failed once more, one at a time and with a trace; the verdict stays.');
    const oneByOne = ['--last-failed', '--workers=1', '--trace=retain-on-failure'];
    const again = await run('playwright', ['test', ...oneByOne]);
    console.log(again ? 'Now it passed: it depends on time.' : 'It failed again.');
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

/** A run that ended badly failed at least once, whatever its report says. */
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
