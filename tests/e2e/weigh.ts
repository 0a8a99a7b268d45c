/** What a page loads, in bytes as served; also used by the bench. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Bytes on the wire by kind; inline scripts are counted as if they were compressed alone. */
export interface Weights {
  html: number;
  css: number;
  scripts: number;
  fonts: number;
  largestPicture: number;
}

/** Opens a page and lets its timers run as if ten seconds had passed without input. */
export async function weigh(page: Page, address: string): Promise<Weights> {
  const weights: Weights = { html: 0, css: 0, scripts: 0, fonts: 0, largestPicture: 0 };
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const kinds = new Map<string, string>();
  network.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Document') weights.html += bytes;
    if (kind === 'Stylesheet') weights.css += bytes;
    if (kind === 'Script') weights.scripts += bytes;
    if (kind === 'Font') weights.fonts += bytes;
    if (kind === 'Image') weights.largestPicture = Math.max(weights.largestPicture, bytes);
  });
  await page.clock.install();
  await page.goto(address, { waitUntil: 'load' });
  await page.clock.runFor(10_000);
  await page.evaluate(() => document.fonts.ready);
  const inline = await page
    .locator('script:not([src])')
    .evaluateAll((scripts) =>
      scripts
        .filter((script) => !script.getAttribute('type') || script.getAttribute('type') === 'module')
        .map((script) => script.textContent ?? ''),
    );
  weights.scripts += inline.length === 0 ? 0 : brotliCompressSync(inline.join('\n')).length;
  return weights;
}
