/** Browser tests against the built server: a fresh shop with its own data and sandbox payment provider. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findTestBrowser, testFlags } from './scripts/chromium.mjs';
import { freePort } from './tests/e2e/free-port.ts';
import { startCommand } from './tests/e2e/start-command.ts';
import { copyTemplate, imageStorage } from './tests/templates.ts';

// Every worker process loads this file again; all use the port and data folder of the first.
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
// Animations take a sixth of these tests' CPU time, so `npm test` uses reduced motion and `npm run test:all` does not.
const still = process.env.E2E_MOTION ? {} : { contextOptions: { reducedMotion: 'reduce' as const } };
/** A file name selects where all tests of a file run; tags select it for a single test. */
const files = { desktop: /\.(mobile|server)\.spec\.ts$/, mobile: /\.(desktop|server)\.spec\.ts$/ };

export default defineConfig({
  testDir: 'tests/e2e',
  // Node strips the types of these 700 files in a third of the time of Playwright's transform.
  build: { external: ['**/src/**'] },
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Long timeouts: tests wait for states, and being slow on a busy machine is not a defect.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: site,
    // Tracing every test costs a quarter of the run time; scripts/test.ts reruns failed tests with a trace.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: testFlags },
  },
  // `npm test` runs the first three, `npm run test:all` adds the others (docs/decisions/22-tests.md). A test without a tag runs
  // at 1440 px, and at 390 px in `test:all` only. No test is skipped at run time.
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
      // Everything that runs at 390 px and is not in `mobile`.
      grep: /^(?!.*@(both|mobile)\b)|@all\b/,
      grepInvert: /@(desktop|timing)\b/,
      use: narrow,
    },
    { name: 'server-all', testMatch: /\.server\.spec\.ts$/, grep: /@all\b/, grepInvert: /@timing\b/ },
    // These measure time and must run alone, with one worker.
    { name: 'timing', testIgnore: /\.mobile\.spec\.ts$/, grep: /@timing\b/, use: wide },
  ],
  webServer: {
    // The command uses exec so that the signal reaches the server itself.
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
