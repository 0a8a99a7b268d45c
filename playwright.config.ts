/** Browser tests against the built server: a fresh shop with its own data and its own sandbox payment provider. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4380);
const site = `http://localhost:${port}`;
// The configuration is read again in every worker process; the data folder is the first one's.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'atoll-e2e-'));
const executablePath = await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: site,
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'mobile',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  webServer: {
    // exec: the signal must reach the server itself.
    command: 'exec node server.ts',
    url: `${site}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      SANDBOX_PORT: String(port + 1),
      SANDBOX_CONTROL: '1',
      SITE_URL: site,
      DATA_DIR: process.env.E2E_DATA_DIR,
      // Pictures are addressed by their hash, so their forms may outlive a run: making them costs minutes of CPU.
      STORAGE_URL: pathToFileURL(join(import.meta.dirname, 'node_modules/.cache/atoll-pictures')).href,
      LOG_LEVEL: 'error',
    },
  },
});
