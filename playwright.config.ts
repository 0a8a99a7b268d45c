/** Browser tests against the built server: a fresh shop with its own data and its own sandbox payment provider. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findTestBrowser, testFlags } from './scripts/chromium.mjs';
import { ports } from './tests/e2e/ports.ts';
import { startCommand } from './tests/e2e/start-command.ts';

const site = `http://localhost:${ports.shared}`;
// The configuration is read again in every worker process; the data folder is the first one's.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'atoll-e2e-'));
const executablePath = await findTestBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
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
  // A test runs in both widths unless the width changes nothing for it: a file says so by its name
  // (x.desktop.spec.ts, x.mobile.spec.ts), a test or a group by its tag. Nothing is skipped at run time.
  projects: [
    {
      name: 'desktop',
      testIgnore: /\.(mobile|server)\.spec\.ts$/,
      grepInvert: /@mobile/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    { name: 'server', testMatch: /\.server\.spec\.ts$/ },
    {
      name: 'mobile',
      testIgnore: /\.(desktop|server)\.spec\.ts$/,
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  webServer: {
    // exec: the signal must reach the server itself.
    command: startCommand,
    url: `${site}/readyz`,
    // A fresh checkout makes the pictures of the first screens before it opens, for 60 s at most.
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(ports.shared),
      SANDBOX_PORT: String(ports.shared + 1),
      SANDBOX_CONTROL: '1',
      SITE_URL: site,
      DATA_DIR: process.env.E2E_DATA_DIR,
      // Pictures are addressed by their hash, so their forms may outlive a run: making them costs minutes of CPU.
      STORAGE_URL: pathToFileURL(join(import.meta.dirname, 'node_modules/.cache/atoll-pictures')).href,
      LOG_LEVEL: 'error',
    },
  },
});
