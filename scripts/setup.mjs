// Prepares a clone as far as a command needs it: installs packages if the lockfile changed; --build builds the pages if a source
// changed; --browser finds Chromium. Plain JavaScript and built-ins only: it runs under Node 20, before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFolder } from './compress.mjs';
import { hashFiles } from './hash-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const node = 'node_modules/.bin/node';

try {
  install();
  if (process.argv.includes('--build')) await build();
  if (process.argv.includes('--browser')) await browser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function install() {
  const stamp = 'node_modules/.atoll-install';
  const wanted = hashFiles(['package-lock.json']);
  if (read(stamp) === wanted && existsSync(node)) return;
  say('Installing packages …');
  // The lockfile pins exact versions, so a package in npm's cache needs no revalidation.
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  // Some registries lack platform packages of the lockfile: `npm ci` then fails where `npm install` succeeds.
  if (!run('npm', ['ci', ...quiet]) && !run('npm', ['install', ...quiet])) {
    throw new Error('The packages could not be installed. The error of npm is above.');
  }
  const version = spawnSync(nodeProgram(), ['--version'], { encoding: 'utf8' }).stdout.trim();
  if (Number(version.slice(1).split('.')[0]) < 24) {
    throw new Error(`Atoll needs Node 24, but this is ${version}. Install Node 24 and start again.`);
  }
  writeFileSync(stamp, wanted);
}

async function build() {
  const stamp = 'dist/.stamp';
  const wanted = hashFiles([
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
    'scripts/compress.mjs',
    'src',
    'public',
  ]);
  if (read(stamp) === wanted) return;
  say('Building the pages …');
  rmSync(stamp, { force: true });
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  if (!run(nodeProgram(), ['node_modules/astro/bin/astro.mjs', 'build'], env)) {
    throw new Error('The pages could not be built. The error of Astro is above.');
  }
  await compressFolder('dist/client');
  mkdirSync('dist', { recursive: true });
  writeFileSync(stamp, wanted);
}

async function browser() {
  const { ensureTestBrowser } = await import('./chromium.mjs');
  await ensureTestBrowser();
}

/** Returns the Node that npm installed, or the current one if the platform has no such package. */
function nodeProgram() {
  return existsSync(node) ? join(root, node) : process.execPath;
}

function run(command, args, env = process.env) {
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function say(text) {
  console.log(text);
}
