/**
 * How long a shopper waits after the first "Add to bag" of a first visit. The click is the first input, so nothing has been
 * preloaded.
 */
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';
import { measured } from '../tests/e2e/measured-shop.ts';
import { settled } from '../tests/e2e/weigh.ts';
import { medians } from './median.ts';

/** ms after the click. */
type Click = {
  /** The button is busy or the badge shows a count. */
  seen: number;
  /** The open drawer shows the line item. */
  line: number;
};

/** Latency in ms and bytes per second: the "Slow 4G" preset of Chromium's developer tools. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** Measures first visits. @param site origin of the measured shop @param runs visits per network speed, an odd number */
export async function measureClicks(site: string, runs: number) {
  await settled(site + measured.product);
  const executablePath = await findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
  const middle = async (network: typeof slow4g | null) => {
    const clicks: Click[] = [];
    for (let run = 0; run < runs; run += 1) clicks.push(await firstClick(browser, site, network));
    return { ...medians(clicks), clicks };
  };
  try {
    return { slowProcessor: await middle(null), slow4g: await middle(slow4g) };
  } finally {
    await browser.close();
  }
}

/** A first visit with the CPU throttled to a quarter. @param network throttling, or null for none */
async function firstClick(browser: Browser, site: string, network: typeof slow4g | null): Promise<Click> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    if (network) await session.send('Network.emulateNetworkConditions', network);
    await page.goto(site + measured.product, { waitUntil: 'networkidle' });
    return await page.evaluate(async () => {
      const isThere = {
        seen: () => document.querySelector('#buy [aria-busy=true], [data-bag-count]:not([hidden])') !== null,
        line: () => document.querySelector('dialog[open] .bag-line') !== null,
      };
      if (isThere.seen()) throw new Error('The bag is not empty before the click.');
      const after = { seen: Number.NaN, line: Number.NaN };
      const button = [...document.querySelectorAll<HTMLElement>('#buy button[type=submit]')].at(0);
      const began = performance.now();
      button?.click();
      while (Number.isNaN(after.line) && performance.now() - began < 20_000) {
        // DOM state read in an animation frame is painted in that frame.
        await new Promise((resolve) => requestAnimationFrame(resolve));
        for (const name of ['seen', 'line'] as const) {
          if (Number.isNaN(after[name]) && isThere[name]()) after[name] = performance.now() - began;
        }
      }
      return after;
    });
  } finally {
    await context.close();
  }
}
