/** Browser tests against the built server: a fresh shop with its own data and its own sandbox payment provider. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findTestBrowser, testFlags } from './scripts/chromium.mjs';
import { freePort } from './tests/e2e/free-port.ts';
import { startCommand } from './tests/e2e/start-command.ts';
import { copyTemplate, imageStorage } from './tests/templates.ts';

// The configuration is read again in every worker process; port and data folder are the first one's.
if (!process.env.E2E_PORT) {
  process.env.E2E_PORT = String(await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'atoll-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  copyTemplate('demo', folder);
}
const port = Number(process.env.E2E_PORT);
const site = `http://localhost:${port}`;
const executablePath = await findTestBrowser();

const wide = { viewport: { width: 1440, height: 900 } };
const narrow = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
// Animations are a sixth of the CPU time of these tests: `npm test` asks for reduced motion, `npm run test:all` does not.
const still = process.env.E2E_MOTION ? {} : { contextOptions: { reducedMotion: 'reduce' as const } };
/** File names say where the tests of a file run, tags where a single test does. */
const files = { desktop: /\.(mobile|server)\.spec\.ts$/, mobile: /\.(desktop|server)\.spec\.ts$/ };

export default defineConfig({
  testDir: 'tests/e2e',
  // Node strips the types of these 700 files in a third of the time that Playwright's transform takes.
  build: { external: ['**/src/**'] },
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Long, so that a busy machine fails nothing: tests wait for states, and what comes late is no defect here.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: site,
    // A trace of every test costs a quarter of the run; what failed is run again with one (scripts/test.ts).
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: testFlags },
  },
  // The first three are those of `npm test`, the others what `npm run test:all` adds (docs/decisions/22-tests.md). A test without a tag
  // runs at 1440 px, and at 390 px in `test:all` only. Nothing is skipped at run time.
  projects: [
    {
      name: 'desktop',
      testIgnore: files.desktop,
      grepInvert: /@(mobile|all|timing)\b/,
      use: { ...wide, ...still },
    },
    {
      name: 'mobile',
      testIgnore: files.mobile,
      grep: /@(both|mobile)\b/,
      grepInvert: /@(all|timing)\b/,
      use: { ...narrow, ...still },
    },
    { name: 'server', testMatch: /\.server\.spec\.ts$/, grepInvert: /@(all|timing)\b/ },
    {
      name: 'desktop-all',
      testIgnore: files.desktop,
      grep: /@all\b/,
      grepInvert: /@(mobile|timing)\b/,
      use: wide,
    },
    {
      name: 'mobile-all',
      testIgnore: files.mobile,
      // Whatever runs at 390 px and is not in `mobile`.
      grep: /^(?!.*@(both|mobile)\b)|@all\b/,
      grepInvert: /@(desktop|timing)\b/,
      use: narrow,
    },
    { name: 'server-all', testMatch: /\.server\.spec\.ts$/, grep: /@all\b/, grepInvert: /@timing\b/ },
    // They measure time: run alone, with one worker.
    { name: 'timing', testIgnore: /\.mobile\.spec\.ts$/, grep: /@timing\b/, use: wide },
  ],
  webServer: {
    // exec: the signal must reach the server itself.
    command: startCommand,
    url: `${site}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      SANDBOX_PORT: String(port + 1),
      SANDBOX_CONTROL: '1',
      SITE_URL: site,
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      STORAGE_URL: imageStorage,
      WARM_IMAGES: '0',
      LOG_LEVEL: 'error',
    },
  },
});
