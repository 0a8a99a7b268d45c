/** Runs Lighthouse with pinned settings: simulated mobile, a fresh browser per run, medians of complete runs. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';
import { figuresOf, type LighthouseFigures } from './lighthouse-figures.ts';
import { medians } from './median.ts';

/** Failed runs of a page before it counts as not measurable. */
const failuresAllowed = 5;

/**
 * Measures a page and returns the medians. Logs and repeats a run that lacks a figure.
 * @param runs complete runs, at least one
 * @param skipAudits ids of audits that do not apply to the page
 * @throws Error if too many runs fail
 */
export async function runLighthouse(
  address: string,
  runs: number,
  skipAudits: string[] = [],
): Promise<LighthouseFigures> {
  const chromePath = (await findChromium()) ?? undefined;
  const all: LighthouseFigures[] = [];
  for (let failures = 0; all.length < runs; ) {
    const run = await runOnce(address, chromePath, skipAudits);
    if ('figures' in run) {
      all.push(run.figures);
      continue;
    }
    failures += 1;
    console.log(`  a run of ${address} brought no figures and is run again: ${run.missing}`);
    if (failures > failuresAllowed)
      throw new Error(
        `${address} could not be measured: ${failures} runs failed, the last by ${run.missing}`,
      );
  }
  const figures = medians(all.map(({ open, ...run }) => run));
  return { ...figures, open: [...new Set(all.flatMap(({ open }) => open))] };
}

async function runOnce(
  address: string,
  chromePath: string | undefined,
  skipAudits: string[],
): Promise<{ figures: LighthouseFigures } | { missing: string }> {
  const chrome = await launch({
    ...(chromePath && { chromePath }),
    chromeFlags: ['--headless=new', ...chromiumFlags],
  });
  try {
    const result = await lighthouse(address, { port: chrome.port, logLevel: 'error', skipAudits });
    return result ? figuresOf(result.lhr) : { missing: 'Lighthouse gave no report' };
  } finally {
    await chrome.kill();
  }
}
