// Finds the browser for tests and bench, and installs one for the tests where there is none.
// Tests prefer Chromium without its window (headless shell), which takes two thirds of the CPU time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellPackage = 'chromium-headless-shell';
const shellNames = [shellPackage, 'chrome-headless-shell'];

/** Flags for a browser that talks to nobody but us. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * What a browser for tests can do without: each of its windows loads two hidden pages of its own for the address bar,
 * and a spare renderer, which is half of the CPU time of a short test. The other names are those Playwright gives
 * itself; Chromium heeds the last list only.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Flags for the browser tests: nothing is rendered that no page asks for, and compositing needs no process of its own. */
export const testFlags = [
  ...chromiumFlags,
  '--disable-gpu',
  '--in-process-gpu',
  `--disable-features=${withoutFeatures.join()}`,
];

/** Path of the browser for the bench, or null: the whole one where there is a choice, as shoppers have it. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return inPath([...names, ...shellNames]);
}

/** Path of the browser for the tests, or null. */
export async function findTestBrowser() {
  return process.env.CHROMIUM_PATH || inPath(shellNames) || findChromium();
}

function inPath(wanted) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Returns once there is a browser for the tests: one of this machine, else the headless shell that Playwright downloads, else Debian's package
 * when we are root. A machine that only tests (CI) gets the shell beside a whole browser, because it is quicker.
 * @throws Error that says what to do when there is none
 */
export async function ensureTestBrowser() {
  const isThere = Boolean(await findTestBrowser()) || (await startsItsOwn());
  if (isThere && (!process.env.CI || process.env.CHROMIUM_PATH || inPath(shellNames))) return;
  if (!isThere && downloadShell() && (await startsItsOwn())) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing the package ${shellPackage} for the browser tests …`);
    aptGet('update', '-qq');
    const install = (name) => aptGet('install', '-y', '-qq', '--no-install-recommends', '--no-remove', name);
    if (!install(shellPackage)) {
      console.log(`The package ${shellPackage} could not be installed; the whole browser is used instead.`);
      if (!isThere) install('chromium');
    }
  }
  if (!isThere && !(await findTestBrowser())) {
    throw new Error(
      'The browser tests need Chromium, but none that starts could be installed. Install the package chromium, run `npx playwright install --with-deps ' +
        'chromium-headless-shell`, or set CHROMIUM_PATH to the path of a browser. To run only the other tests: `node scripts/test.ts --only types,lint,unit,api`.',
    );
  }
}

/** Whether the browser that Playwright downloaded is there and starts: it may lack libraries of the system. */
async function startsItsOwn() {
  const { chromium } = await import('@playwright/test');
  try {
    await (await chromium.launch({ args: testFlags })).close();
    return true;
  } catch {
    return false;
  }
}

/** Has Playwright download its headless shell; returns whether that worked. A machine without a network must not wait long. */
function downloadShell() {
  console.log('Downloading the browser for the tests …');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell'];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env, timeout: 300_000 }).status === 0;
}

/** Whether it worked. A machine without a network must not wait long. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  return spawnSync('apt-get', [...impatient, ...args], { stdio: 'inherit', env }).status === 0;
}
