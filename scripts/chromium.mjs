// Finds the browser for tests and bench: Playwright's own, else the system's, else Debian's package when we are root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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

/** Flags for the browser tests: nothing is drawn that no page asks for. */
export const testFlags = [...chromiumFlags, '--disable-gpu', `--disable-features=${withoutFeatures.join()}`];

/** Path of the browser, or null. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Has a browser there when it returns. */
export async function ensureChromium() {
  if (await findChromium()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing the package chromium for the browser tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', install, { stdio: 'inherit', env });
  }
  if (!(await findChromium())) {
    throw new Error(
      'The browser tests need Chromium: install it with `npx playwright install chromium`, or set CHROMIUM_PATH.',
    );
  }
}
