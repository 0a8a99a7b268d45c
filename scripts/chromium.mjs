// Finds the browser for tests and bench, and installs one for the tests if there is none. Tests prefer the headless shell, which
// takes two thirds of the CPU time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellPackage = 'chromium-headless-shell';
const shellNames = [shellPackage, 'chrome-headless-shell'];

/** Flags that stop the browser's own network traffic. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Features that tests do without. The first three cost half of the CPU time of a short test: two hidden pages per window for the
 * address bar, and a spare renderer. The others repeat Playwright's own list: Chromium uses only the last list.
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

/** Flags for the browser tests: no GPU, and compositing in the browser process. */
export const testFlags = [
  ...chromiumFlags,
  '--disable-gpu',
  '--in-process-gpu',
  `--disable-features=${withoutFeatures.join()}`,
];

/** Returns the path of the browser for the bench, or null. Prefers the full browser, which shoppers use. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return inPath([...names, ...shellNames]);
}

/** Returns the path of the browser for the tests, or null. */
export async function findTestBrowser() {
  return process.env.CHROMIUM_PATH || inPath(shellNames) || findChromium();
}

function inPath(wanted) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Ensures a browser for the tests: an installed one, else the headless shell from Playwright, else Debian's package if run as
 * root. In CI it installs the faster headless shell even if a full browser exists.
 * @throws Error with instructions if none can be installed
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

/** Returns whether Playwright's own browser is installed and starts: system libraries may be missing. */
async function startsItsOwn() {
  const { chromium } = await import('@playwright/test');
  try {
    await (await chromium.launch({ args: testFlags })).close();
    return true;
  } catch {
    return false;
  }
}

/** Downloads Playwright's headless shell; returns whether it succeeded. Times out early without a network. */
function downloadShell() {
  console.log('Downloading the browser for the tests …');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell'];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env, timeout: 300_000 }).status === 0;
}

/** Returns whether apt-get succeeded. Times out early without a network. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  return spawnSync('apt-get', [...impatient, ...args], { stdio: 'inherit', env }).status === 0;
}
